// Logins, refreshes and token checks per second, each next to its bare cost (argon2, one write, one signature check), in the
// same process and run, without a network.   node bench/auth.ts [seconds per round]
import { randomUUID } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import { Hono } from 'hono';
import { jwtVerify } from 'jose';
import { pino } from 'pino';
import { verifyAccessToken } from '../server/auth/access-token.ts';
import { authRoutes } from '../server/auth/auth.routes.ts';
import { type Auth, authOf } from '../server/auth/auth.ts';
import { hashToken } from '../server/auth/keys/hash-secret.ts';
import { takeUse } from '../server/auth/limits/rate-limits.store.ts';
import { rotateRefreshToken } from '../server/auth/sessions/refresh-tokens.store.ts';
import { findUser } from '../server/auth/users/users.store.ts';
import { sendAuthMail } from '../server/jobs.ts';
import { loadConfig } from '../server/platform/config.ts';
import type { Database } from '../server/platform/db.ts';
import { openMail } from '../server/platform/mail.ts';
import { openQueue } from '../server/platform/queue.ts';
import { withTemporaryDatabase } from '../server/test/database.ts';
import { median } from './median.ts';

const seconds = Number(process.argv[2] ?? 3);
const rounds = 3;
const users = 50;
const password = 'a good password';

type Work = () => Promise<unknown>;

/** How often per second this many callers can do the work, each waiting for its answer. */
async function perSecond(work: Work, callers: number): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        await work();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}

async function openService(db: Database) {
  const config = loadConfig({ NODE_ENV: 'test', ZEUS_SECRET: randomUUID(), TRUSTED_PROXIES: '1' });
  const log = pino({ level: 'silent' });
  const queue = await openQueue(db, { jobs: [sendAuthMail], log });
  const ctx = { config, db, log, mail: openMail(config.mail, db, log), queue };
  const app = new Hono().route('/auth/v1', authRoutes(ctx));
  let calls = 0;
  // Every call comes from its own IP address: the limits are counted, but never reached.
  async function token(grant: string, json: object): Promise<Session> {
    calls += 1;
    const ip = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
    const answer = await app.request(`/auth/v1/token?grant_type=${grant}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify(json),
    });
    if (answer.status !== 200) throw new Error(`${grant}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  return { auth: authOf(ctx), token, close: queue.stop };
}

interface Session {
  access_token: string;
  refresh_token: string;
}

async function seed({ passwords, db }: Auth): Promise<string[]> {
  const password_hash = await passwords.hash(password);
  const emails = Array.from({ length: users }, (_, n) => `bench-${n}@zeus.example`);
  const rows = emails.map((email) => ({ email, password_hash, email_confirmed_at: new Date() }));
  await db.kysely.insertInto('auth.users').values(rows).execute();
  return emails;
}

await withTemporaryDatabase(async (db) => {
  const { auth, token, close } = await openService(db);
  const emails = await seed(auth);
  const kept = await auth.passwords.hash(password);
  let turn = 0;
  function next<T>(list: T[]): T {
    turn += 1;
    return list[turn % list.length] as T;
  }
  const sessions = await Promise.all(emails.slice(0, 20).map((email) => token('password', { email, password })));
  const ids = await db.kysely.selectFrom('auth.sessions').select('id').execute();
  const idle = sessions.map(({ refresh_token }) => refresh_token);
  const { access_token: access } = sessions[0] as Session;
  const key = await auth.keys.find((await auth.keys.current(new Date())).kid);
  if (!key) throw new Error('no signing key');

  // Only the statements of a refresh, on separate sessions, with tokens that are neither derived nor signed.
  const bareTokens = idle.splice(0, 10);
  async function statementsOfRefresh(): Promise<void> {
    const token = bareTokens.shift() ?? '';
    const child = randomUUID();
    const now = new Date();
    await takeUse(db.kysely, { key: child, limit: { burst: 30, seconds: 2 }, now });
    const hashes = { tokenHash: hashToken(token), childHash: hashToken(child) };
    const session = await rotateRefreshToken(db.kysely, { ...hashes, idleBefore: new Date(0), now, lockWaitMs: 5000 });
    await findUser(db.kysely, session?.user_id ?? '');
    bareTokens.push(child);
  }

  const groups: [callers: number, bare: [string, Work], ...ours: [string, Work][]][] = [
    [
      2,
      ['bare argon2id (19 MiB, 2 passes)', () => verify(kept, password)],
      ['login', () => token('password', { email: next(emails), password })],
    ],
    [
      5,
      ['bare write of one row', () => db.sql`update auth.sessions set refreshed_at = now() where id = ${next(ids).id}`],
      ['the three statements of a refresh', statementsOfRefresh],
      [
        'refresh',
        async () => {
          const refresh_token = idle.shift() ?? '';
          idle.push((await token('refresh_token', { refresh_token })).refresh_token);
        },
      ],
    ],
    [
      10,
      ['bare signature check by jose', () => jwtVerify(access, key)],
      ['check of a token seen before', () => verifyAccessToken(auth, access)],
    ],
  ];
  const figures = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [callers, ...pair] of groups) {
      for (const [name, work] of pair)
        figures.set(name, [...(figures.get(name) ?? []), await perSecond(work, callers)]);
    }
  }
  console.log(`a second, medians of ${rounds} rounds of ${seconds} s`);
  for (const [callers, [bare], ...ours] of groups) {
    const base = median(figures.get(bare) ?? []);
    console.log(`${bare.padEnd(34)} ${base.toFixed(0).padStart(8)}   ${callers} callers`);
    for (const [name] of ours) {
      const rate = median(figures.get(name) ?? []);
      console.log(`${name.padEnd(34)} ${rate.toFixed(0).padStart(8)}   ${(rate / base).toFixed(2)} of bare`);
    }
  }
  await close();
});
