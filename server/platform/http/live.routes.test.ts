import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { appForTests } from '../../test/app.ts';
import { openForTests } from '../../test/for-tests.ts';
import { streamsAtOnce } from './live.routes.ts';
import { listen } from './server.ts';

const closing = new AbortController();
const zeus = appForTests({ closing: closing.signal });
const server = openForTests(() => listen(zeus.app.fetch, { host: '127.0.0.1', port: 0 }));
const streams: AbortController[] = [];
const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000 });

afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
});

/** Opens the stream and collects its events. */
async function follow(token: string, lastId?: string) {
  const controller = new AbortController();
  streams.push(controller);
  const headers = { authorization: `Bearer ${token}`, ...(lastId ? { 'last-event-id': lastId } : {}) };
  const answer = await fetch(`http://127.0.0.1:${server.port}/data/live`, { headers, signal: controller.signal });
  const header = (name: string) => answer.headers.get(name);
  const seen = { text: '', ended: false, status: answer.status, header };
  void (async () => {
    try {
      for await (const chunk of answer.body ?? []) seen.text += new TextDecoder().decode(chunk);
    } catch {
      // Aborted by the test itself.
    }
    seen.ended = true;
  })();
  return seen;
}

const open = async () => (await zeus.ctx.metrics.liveStreams.get()).values[0]?.value;

const change = (user_id: string) =>
  zeus.ctx.db.kysely
    .insertInto('requests')
    .values({ user_id, keyword: 'golf', type: 'BYOB', status: 'Waiting for Backlinks' })
    .returning('id')
    .executeTakeFirstOrThrow();

const notify = (userId: string, from: number, to: number) => zeus.ctx.db.sql`
  select pg_notify('zeus_live', json_build_object('user', ${userId}::text, 'topic', 'requests', 'id', n::text)::text)
  from generate_series(${from}::int, ${to}::int) n`;

describe('the event stream', () => {
  test('is for users only', async () => {
    expect((await zeus.ask('/data/live')).status).toBe(401);
  });

  test('notifies the owner of a change, and no one else', async () => {
    const ann = await zeus.newUser();
    const ben = await zeus.newUser();
    const anns = await follow(ann.token);
    const bens = await follow(ben.token);
    expect(anns.header('content-type')).toContain('text/event-stream');
    expect(anns.header('x-accel-buffering'), 'a proxy before us passes it on at once').toBe('no');
    await waitFor(() =>
      expect([anns.text, bens.text]).toEqual([
        expect.stringContaining('event: ready'),
        expect.stringContaining('event: ready'),
      ]),
    );
    const { id } = await change(ann.id);
    await change(ben.id);
    await waitFor(() => expect(bens.text).toContain('event: requests'));
    await waitFor(() => expect(anns.text).toContain(`data: {"id":"${id}"}`));
    expect(bens.text).not.toContain(id);
  });

  test('resumes with missed notices', async () => {
    const ann = await zeus.newUser();
    const first = await follow(ann.token);
    await waitFor(() => expect(first.text).toContain('event: ready'));
    await change(ann.id);
    await waitFor(() => expect(first.text).toContain('event: requests'));
    const lastId = /^id: (.+)$/m.exec(first.text)?.[1];
    streams.pop()?.abort();
    const { id } = await change(ann.id);
    const back = await follow(ann.token, lastId);
    await waitFor(() => expect(back.text).toContain(id));
    const stranger = await follow(ann.token, 'another-process:7');
    await waitFor(() => expect(stranger.text).toContain('event: resync'));
  });

  test('even if it was lost before its first event', async () => {
    const ann = await zeus.newUser();
    const first = await follow(ann.token);
    await waitFor(() => expect(first.text).toContain('event: ready'));
    const lastId = /^id: (.+)$/m.exec(first.text)?.[1];
    streams.pop()?.abort();
    const { id } = await change(ann.id);
    const back = await follow(ann.token, lastId);
    await waitFor(() => expect(back.text).toContain(`data: {"id":"${id}"}`));
    expect(back.text).not.toContain('resync');
    expect(back.text.split('\n\n')[0], 'a place of its own only after what was missed').not.toContain('id:');
  });

  test('forgets a closed stream', async () => {
    await waitFor(async () => expect(await open()).toBe(0));
    const { token } = await zeus.newUser();
    await follow(token);
    await waitFor(async () => expect(await open()).toBe(1));
    streams.pop()?.abort();
    await waitFor(async () => expect(await open()).toBe(0));
  });

  test('a user with very many streams gets no more until one is closed; others do', async () => {
    await waitFor(async () => expect(await open()).toBe(0));
    const [ann, ben] = [await zeus.newUser(), await zeus.newUser()];
    for (let n = 0; n < streamsAtOnce; n++) await follow(ann.token);
    const refused = await zeus.ask('/data/live', { token: ann.token });
    expect([refused.status, (await refused.json()).error]).toEqual([429, 'too-many-requests']);
    expect((await follow(ben.token)).status).toBe(200);
    streams.shift()?.abort();
    await waitFor(async () => expect((await follow(ann.token)).status).toBe(200));
  });

  test('HEAD opens none', async () => {
    await waitFor(async () => expect(await open()).toBe(0));
    const { token } = await zeus.newUser();
    const answer = await zeus.ask('/data/live', { token, method: 'HEAD' });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(await open()).toBe(0);
  });

  test('disconnects a reader that does not read, after what it was sent until then', async () => {
    await waitFor(async () => expect(await open()).toBe(0));
    const { id, token } = await zeus.newUser();
    const unread = await zeus.ask('/data/live', { token });
    expect(await open()).toBe(1);
    await notify(id, 1, 600);
    await waitFor(async () => expect(await open()).toBe(0));
    await notify(id, 700, 700);
    const text = await unread.text();
    expect(text).toContain('data: {"id":"500"}');
    expect(text).not.toContain('data: {"id":"700"}');
  });

  test('disconnects a reader that never reads', async () => {
    await waitFor(async () => expect(await open()).toBe(0));
    const { id, token } = await zeus.newUser();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const unread = await zeus.ask('/data/live', { token });
    await notify(id, 1, 600);
    await vi.waitUntil(async () => (await open()) === 0, { timeout: 30_000 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await unread.text()).not.toContain('data: {"id":"500"}');
  });

  test('sends heartbeats while nothing happens', async () => {
    const { token } = await zeus.newUser();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const seen = await follow(token);
    await waitFor(async () => {
      await vi.advanceTimersByTimeAsync(15_000);
      expect(seen.text).toContain(': still here');
    });
  });

  test('ends after a while, so that a user who has signed out stops reading', async () => {
    const { token } = await zeus.newUser();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const seen = await follow(token);
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(seen.ended).toBe(true), { timeout: 30_000 });
  });

  test('goes silent and ends once its user has signed out', async () => {
    const { id, token } = await zeus.newUser();
    const seen = await follow(token);
    await waitFor(() => expect(seen.text).toContain('event: ready'));
    expect((await zeus.ask('/auth/v1/logout', { method: 'POST', token })).status).toBe(204);
    // As long as an answer about the session is cached.
    zeus.pass(3);
    expect((await zeus.ask('/data/requests', { token })).status).toBe(401);
    await change(id);
    await waitFor(() => expect(seen.ended).toBe(true));
    expect(seen.text).not.toContain('event: requests');
  });

  test('ends when the server stops', async () => {
    const { token } = await zeus.newUser();
    const seen = await follow(token);
    await waitFor(() => expect(seen.text).toContain('event: ready'));
    closing.abort();
    await server.stop(20_000);
    await waitFor(() => expect(seen.ended).toBe(true));
  });
});
