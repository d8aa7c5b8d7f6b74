import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { requestsTo, serve } from '../../test/server.ts';
import { keepSession } from '../../test/session.ts';
import { createQueryClient } from '../query.ts';
import { SessionProvider } from '../session.tsx';
import { useLive } from './use-live.ts';

const ready = 'event: ready\ndata: {}\nretry: 1000\n\n';
const slow = { timeout: 20_000 };
const route = 'GET /data/live';
let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
let reads: Record<string, number> = {};

const say = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text));
const notice = (number: number, topic: string, id: string | null) =>
  say(`id: p:${number}\nevent: ${topic}\ndata: ${JSON.stringify({ id })}\n\n`);
const read = (key: readonly string[]) => reads[key.join('/')] ?? 0;

function Watch({ queryKey }: { queryKey: readonly string[] }) {
  const { data } = useQuery({
    queryKey,
    queryFn: () => {
      reads[queryKey.join('/')] = read(queryKey) + 1;
      return `${queryKey.join('/')} ${read(queryKey)}`;
    },
  });
  return <p>{data}</p>;
}

const watched = [
  ['requests'],
  ['backlinks', 'c1'],
  ['backlinks', 'c2'],
  ['prospects'],
  ['profiles'],
  ['credits'],
  ['retry-price', 'c1'],
];

function Page() {
  useLive();
  return watched.map((queryKey) => <Watch key={queryKey.join()} queryKey={queryKey} />);
}

async function open() {
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <Page />
      </SessionProvider>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(streams).toHaveLength(1), slow);
  await screen.findByText('credits 1', {}, slow);
  say(ready);
  // What was read before the stream began may have changed since.
  await screen.findByText('credits 2', {}, slow);
  expect(Object.values(reads)).toEqual(watched.map(() => 2));
  return { client };
}

beforeEach(() => {
  streams = [];
  reads = {};
  keepSession();
  serve(route, () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller);
      },
    });
    return new Response(body);
  });
});

describe('a notice', () => {
  test('rereads the queries of its topic and subject, and no others', async () => {
    await open();
    notice(1, 'backlinks', 'c2');
    await screen.findByText('backlinks/c2 3', {}, slow);
    notice(2, 'profiles', 'user-1');
    await screen.findByText('profiles 3', {}, slow);
    await screen.findByText('credits 3', {}, slow);
    await screen.findByText('retry-price/c1 3', {}, slow);
    // The list of campaigns shows how many backlinks each has.
    expect([read(['requests']), read(['backlinks', 'c1'])]).toEqual([3, 2]);
    // New weights change the groups in every campaign.
    notice(3, 'triage', 'user-1');
    await screen.findByText('backlinks/c1 3', {}, slow);
    await screen.findByText('backlinks/c2 4', {}, slow);
    // Prospects show the rules they are under.
    notice(4, 'site-rules', 'user-1');
    await screen.findByText('prospects 3', {}, slow);
  });

  test('of a resync rereads everything', async () => {
    await open();
    notice(1, 'resync', null);
    await screen.findByText('requests 3', {}, slow);
    await screen.findByText('backlinks/c1 3', {}, slow);
  });

  test('that arrives during the first read triggers another', async () => {
    const first = Promise.withResolvers<string>();
    const queryFn = vi.fn(() => Promise.resolve('new')).mockReturnValueOnce(first.promise);
    const { client } = await open();
    const watch = new QueryObserver(client, { queryKey: ['contacts', 'c1'], queryFn });
    const stop = watch.subscribe(() => {});
    notice(1, 'contacts', 'c1');
    notice(2, 'requests', 'c1');
    await screen.findByText('requests 3', {}, slow);
    first.resolve('old');
    await vi.waitFor(() => expect(watch.getCurrentResult().data).toBe('new'), slow);
    stop();
  });

  test('many at once cause few reads, and the last one counts', async () => {
    await open();
    for (let number = 1; number <= 200; number += 1) notice(number, 'backlinks', 'c1');
    await screen.findByText('backlinks/c1 4', {}, slow);
    expect(read(['backlinks', 'c1'])).toBeLessThan(6);
  });
});

describe('the connection', () => {
  test('sends the token, and requests what it missed when it reconnects', async () => {
    await open();
    notice(7, 'requests', 'c1');
    await screen.findByText('requests 3', {}, slow);
    streams[0]?.error(new Error('cut'));
    await vi.waitFor(() => expect(streams).toHaveLength(2), slow);
    const [first, second] = requestsTo(route);
    expect(first?.headers.get('authorization')).toMatch(/^Bearer /);
    expect(first?.headers.get('last-event-id')).toBeNull();
    expect(second?.headers.get('last-event-id')).toBe('p:7');
  });

  test('that received nothing before it broke rereads everything', async () => {
    await open();
    streams[0]?.close();
    await vi.waitFor(() => expect(streams).toHaveLength(2), slow);
    say(ready);
    await screen.findByText('requests 3', {}, slow);
  });

  test('retries while the server is down, and ends with the page', async () => {
    let isAway = true;
    const answer = () => {
      if (isAway) return Response.json({ error: 'unexpected', message: 'no' }, { status: 503 });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          streams.push(controller);
        },
      });
      return new Response(body);
    };
    serve(route, answer);
    const { unmount } = render(
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <Page />
        </SessionProvider>
      </QueryClientProvider>,
    );
    await vi.waitFor(() => expect(requestsTo(route).length).toBeGreaterThan(0), slow);
    isAway = false;
    await vi.waitFor(() => expect(streams).toHaveLength(1), slow);
    unmount();
    const asked = requestsTo(route).length;
    window.dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(requestsTo(route)).toHaveLength(asked);
  });
});
