// Two web processes on one database: changes made through one reach their owner, and no one else, through the other.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db.ts';
import { type HttpServer, listen } from '../platform/http/server.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { waitFor } from '../test/auth.ts';

let here: TestApp;
let there: TestApp;
let server: HttpServer;
const closing = new AbortController();

beforeAll(async () => {
  const env = { ZEUS_SECRET: randomUUID() };
  here = await createTestApp({ env });
  const { address, drop } = here.ctx.db;
  const ownPool = openDatabase(address, { poolSize: 4 });
  there = await createTestApp({ env, db: { ...ownPool, address, drop }, closing: closing.signal });
  server = await listen(there.app.fetch, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  closing.abort();
  await server?.stop(5_000);
  await there?.close();
  await there?.ctx.db.close();
  await here?.close();
});

/** Follows the other process's stream; each notice as `topic id`. */
async function follow(token: string): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/data/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const seen: string[] = [];
  void (async () => {
    let text = '';
    for await (const chunk of answer.body ?? []) {
      const events = (text + new TextDecoder().decode(chunk)).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, topic] = /^event: (.+)$/m.exec(event) ?? [];
        const [, id] = /^data: \{"id":"(.+)"\}$/m.exec(event) ?? [];
        seen.push(id ? `${topic} ${id}` : `${topic}`);
      }
    }
  })();
  await waitFor(async () => seen.includes('ready'));
  return seen;
}

test('every change of a campaign reaches its owner through the other process, and no one else', async () => {
  const ann = await here.newUser({ backlink: 10, email: 10 });
  const ben = await here.newUser({ backlink: 10, email: 10 });
  const [anns, bens] = [await follow(ann.token), await follow(ben.token)];
  const create = async (token: string): Promise<string> => {
    const json = { keyword: 'golf', campaignType: 'BYOB', backlinks: ['https://golf.example/'] };
    return (await (await here.ask('/api/campaign/new', { method: 'POST', token, json })).json()).id;
  };
  const heard = (notice: string) => waitFor(async () => anns.includes(notice));
  // By then everything sent before has been received.
  const changes = async (method: string, path: string, json?: unknown) => {
    anns.length = 0;
    expect((await here.ask(path, { method, token: ann.token, json })).status).toBeLessThan(300);
  };

  const id = await create(ann.token);
  await heard(`requests ${id}`);
  await heard(`backlinks ${id}`);
  await changes('PATCH', `/data/requests/${id}`, { keyword: 'links' });
  await heard(`requests ${id}`);
  const [backlink] = await (await here.ask(`/data/backlinks?campaignId=${id}`, { token: ann.token })).json();
  await changes('PATCH', `/data/backlinks/${backlink.id}`, { keep: false });
  await heard(`backlinks ${id}`);
  await here.ctx.db
    .sql`insert into credit_entries (user_id, kind, delta, reason) values (${ann.id}, 'email', -1, 'test:live')`;
  await heard(`profiles ${ann.id}`);
  await changes('DELETE', `/data/requests/${id}`);
  await heard(`requests ${id}`);

  // Notices arrive in the order of their changes: once his own is there, any of hers would be too.
  const bensId = await create(ben.token);
  await waitFor(async () => bens.includes(`requests ${bensId}`));
  expect(bens.filter((notice) => notice !== 'ready' && !notice.endsWith(bensId) && !notice.endsWith(ben.id))).toEqual(
    [],
  );
  expect(anns.filter((notice) => notice.endsWith(bensId))).toEqual([]);
});
