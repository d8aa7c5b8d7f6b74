// The auth service in this process with a movable clock, cheap password hashes, a running email job, and the official client.
// Each person gets their own IP address, so that limits per address don't interfere.
import { randomUUID } from 'node:crypto';
import { GoTrueClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import { createEmailUser } from '../auth/account/sign-up/create-email-user.ts';
import { authRoutes } from '../auth/auth.routes.ts';
import { type Auth, type AuthOptions, authOf } from '../auth/auth.ts';
import { sendAuthMailJob } from '../auth/mails/send-mail.job.ts';
import { sendAuthMail } from '../jobs.ts';
import { loadConfig } from '../platform/config.ts';
import { openMail, type StoredMessage } from '../platform/mail.ts';
import { openQueue } from '../platform/queue.ts';
import { cheapHash } from './cheap-hash.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { openForTests } from './for-tests.ts';

export const site = 'http://site.example:3000';
export const base = `${site}/auth/v1`;

export interface AskOptions {
  method?: string;
  json?: unknown;
  body?: string;
  token?: string;
  ip?: string;
  headers?: Record<string, string>;
}

export interface Person {
  email: string;
  password: string;
  ip: string;
  client: GoTrueClient;
}

export interface TestAuth {
  auth: Auth;
  db: TestDatabase;
  /** Moves the service's clock forward. */
  pass(seconds: number): void;
  /** A raw request below /auth/v1, with the newest protocol version unless told otherwise. */
  ask(path: string, options?: AskOptions): Promise<Response>;
  /** The official client, calling from that IP address. */
  client(ip?: string, options?: ConstructorParameters<typeof GoTrueClient>[0]): GoTrueClient;
  /** All emails to an address so far, oldest first; waits until none is pending. */
  mailsTo(email: string): Promise<StoredMessage[]>;
  /** A person who hasn't signed up yet. */
  person(): Person;
  /** A person with a confirmed account, signed out, who has not received any emails. */
  member(): Promise<Person>;
  close(): Promise<void>;
}

let addresses = 0;
const nextIp = () => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

interface TestAuthOptions extends AuthOptions {
  /** With more than one, an email may overtake an earlier one. */
  mailsAtOnce?: number;
}

/** Opens the service on its own database. Close it at the end of the test. */
export async function createTestAuth(
  env: Record<string, string> = {},
  { mailsAtOnce = 1, ...options }: TestAuthOptions = {},
): Promise<TestAuth> {
  const config = loadConfig({
    NODE_ENV: 'test',
    SITE_URL: site,
    ZEUS_SECRET: randomUUID(),
    TRUSTED_PROXIES: '1',
    ...env,
  });
  const log = pino({ level: 'silent' });
  const db = await createTestDatabase();
  const queue = await openQueue(db, { jobs: [sendAuthMail], log, concurrency: mailsAtOnce });
  const mail = openMail(config.mail, db, log);
  let ahead = 0;
  const ctx = { config, db, log, mail, queue };
  const now = () => new Date(Date.now() + ahead);
  const app = new Hono().route(
    '/auth/v1',
    authRoutes(ctx, { now, hashCost: cheapHash, lockWaitMs: 9_000, ...options }),
  );
  queue.handle(sendAuthMail, sendAuthMailJob(ctx));
  await queue.startWorking();

  async function ask(path: string, { json, token, ip = nextIp(), headers, ...rest }: AskOptions = {}) {
    const all = new Headers({ 'x-supabase-api-version': '2024-01-01', 'x-forwarded-for': ip, ...headers });
    if (token) all.set('authorization', `Bearer ${token}`);
    const body = json === undefined ? rest.body : JSON.stringify(json);
    return app.request(`${base}${path}`, {
      method: rest.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: all,
      body,
    });
  }

  function client(ip = nextIp(), options = {}): GoTrueClient {
    return new GoTrueClient({
      url: base,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('x-forwarded-for', ip);
        return app.request(String(input), { ...init, headers });
      },
      ...options,
    });
  }

  function person(): Person {
    const ip = nextIp();
    return {
      email: `${randomUUID()}@zeus.example`,
      password: `pass ${randomUUID()}`.slice(0, 40),
      ip,
      client: client(ip),
    };
  }

  async function mailsTo(email: string): Promise<StoredMessage[]> {
    await waitFor(async () => {
      const waiting = await db.sql`select 1 from jobs where name = ${sendAuthMail.name} limit 1`;
      return waiting.length === 0;
    });
    return (await mail.kept()).filter((message) => message.to === email).reverse();
  }

  const auth = authOf(ctx);
  const harness: TestAuth = {
    auth,
    db,
    pass: (seconds) => {
      ahead += seconds * 1000;
    },
    ask,
    client,
    mailsTo,
    person,
    async member() {
      const someone = person();
      const passwordHash = await auth.passwords.hash(someone.password);
      const account = { email: someone.email, passwordHash, confirmed: true };
      await db.kysely.transaction().execute((tx) => createEmailUser(auth, tx, account));
      return someone;
    },
    async close() {
      await queue.stop();
      await db.drop();
    },
  };
  return harness;
}

/** The service for all tests of a file. */
export function authForTests(env?: Record<string, string>, options?: TestAuthOptions): TestAuth {
  return openForTests(
    () => createTestAuth(env, options),
    (t) => t.close(),
  );
}

/** The token in an email's link. */
export function linkToken(mail: StoredMessage | undefined): string {
  return new URL(mail?.links[0] ?? 'missing:').searchParams.get('token') ?? '';
}

/** The code in an email. */
export function codeIn(mail: StoredMessage | undefined): string {
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** The parameters in a redirect's fragment. */
export function fragmentOf(response: Response): URLSearchParams {
  return new URLSearchParams(new URL(response.headers.get('location') ?? 'missing:').hash.slice(1));
}

/** Waits until the condition holds; throws after a generous time. */
export async function waitFor(holds: () => Promise<boolean>, limitMs = 20_000): Promise<void> {
  const end = Date.now() + limitMs;
  // Longer and longer pauses: a query every 10 ms would take a tenth of a core from what is waited for.
  for (let pauseMs = 5; !(await holds()); pauseMs = Math.min(pauseMs * 1.5, 60)) {
    if (Date.now() > end) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
