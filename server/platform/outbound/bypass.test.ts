// The forms of test/bypass-forms.ts against the outbound client, its redirects and the proxy: nothing may be dialed.

import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound } from './outbound.ts';
import { type OutboundProxy, startOutboundProxy } from './proxy/proxy.ts';
import { bypassForms } from './test/bypass-forms.ts';
import { canaryForTests, startCanary, watchedDial } from './test/canary.ts';
import { siteForTests } from './test/site.ts';
import { soon } from './test/soon.ts';

const canary = canaryForTests();
const site = siteForTests((request, response) => {
  const to = new URL(request.url ?? '', 'http://site').searchParams.get('to');
  if (to === null) return response.end('home');
  // As a server would send it: the bytes of the URL, unescaped.
  response.writeHead(302, { location: Buffer.from(to, 'utf8').toString('latin1') }).end();
});
const watch = watchedDial();
// The worst DNS: every name is this machine.
const resolve = async () => ['127.0.0.1'];

beforeEach(() => {
  watch.dialled.length = 0;
});

test('the list is long enough, without duplicates', () => {
  const forms = bypassForms(1);
  expect(forms.length).toBeGreaterThanOrEqual(200);
  expect(new Set(forms).size).toBe(forms.length);
});

test('the canary notices when it is reached', async () => {
  const watched = await startCanary();
  const socket = await watch.dial('127.0.0.1', watched.port, AbortSignal.timeout(10_000));
  await soon(() => watched.connections()).toBe(1);
  socket.destroy();
  await watched.close();
});

describe('requested directly', () => {
  test('the outbound client opens none of them, with and without the practice exception', async () => {
    const wrong: string[] = [];
    for (const practice of [undefined, { port: site.port }]) {
      const outbound = createOutbound({ practice, resolve, dial: watch.dial });
      for (const form of bypassForms(canary.port)) {
        const outcome = await outbound.request(form).then(
          () => 'opened',
          (error: { code: string; retryable: boolean }) => `${error.code} ${error.retryable}`,
        );
        if (!['refused false', 'bad-url false'].includes(outcome)) wrong.push(`${form}: ${outcome}`);
      }
      await outbound.close();
    }
    expect(wrong).toEqual([]);
    expect(watch.dialled).toEqual([]);
    expect(canary.connections()).toBe(0);
  });

  test('only http under .localhost reaches the practice port', async () => {
    const before = site.accepted();
    const outbound = createOutbound({ practice: { port: site.port }, resolve, dial: watch.dial });
    const notQuite = bypassForms(site.port).filter((form) => !/^http:\/\/(a|a_b)\.localhost\.?:/.test(form));
    notQuite.push(
      `https://site.localhost:${site.port}/`,
      `http://site.localhost:${site.port + 1}/`,
      'http://a.localhost/',
    );
    for (const form of notQuite) await expect(outbound.request(form), form).rejects.toThrow();
    expect(watch.dialled).toEqual([]);
    expect(site.accepted()).toBe(before);
    await expect(outbound.request(site.url('/')).then((answer) => answer.text())).resolves.toBe('home');
    await outbound.close();
  });
});

test('a redirect opens none of them', async () => {
  const outbound = createOutbound({ practice: { port: site.port }, resolve, dial: watch.dial });
  const opened: string[] = [];
  // A header cannot contain control characters; a relative URL leads back to the site.
  const forms = bypassForms(canary.port).filter((form) => !/[\t\n\0]/.test(form));
  for (const form of forms) {
    const outcome = await outbound.request(site.url(`/?to=${encodeURIComponent(form)}`)).then(
      async (answer) => `${await answer.text()} from ${new URL(answer.url).host}`,
      (error: { code: string }) => error.code,
    );
    const isHarmless = ['refused', 'bad-url', 'bad-response', `home from site.localhost:${site.port}`].includes(
      outcome,
    );
    if (!isHarmless && form !== '') opened.push(`${form}: ${outcome}`);
  }
  await outbound.close();
  expect(opened).toEqual([]);
  expect(watch.dialled.filter((dialled) => dialled !== `127.0.0.1:${site.port}`)).toEqual([]);
  expect(canary.connections()).toBe(0);
});

describe('the proxy', () => {
  let proxy: OutboundProxy;
  beforeAll(async () => {
    proxy = await startOutboundProxy({ practice: { port: site.port }, resolve, dial: watch.dial });
  });
  afterAll(() => proxy.stop());

  const statusLine = (firstLine: string): Promise<string> =>
    new Promise((done, fail) => {
      const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
      const { username, password } = proxy.openVisit();
      const login = Buffer.from(`${username}:${password}`).toString('base64');
      let answer = '';
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString('latin1');
        if (answer.includes('\r\n')) socket.destroy();
      });
      socket.on('error', fail).on('close', () => done(answer.split('\r\n')[0] ?? ''));
      socket.write(`${firstLine}\r\nHost: x\r\nConnection: close\r\nProxy-Authorization: Basic ${login}\r\n\r\n`);
    });

  test.each([
    ['in absolute form', (form: string) => `GET ${form} HTTP/1.1`],
    ['with CONNECT', (form: string) => `CONNECT ${/^\w*:?[\\/]*([^/?#]*)/.exec(form)?.[1] ?? form} HTTP/1.1`],
  ])('opens none of them %s', async (_way, line) => {
    const opened: string[] = [];
    for (const form of bypassForms(canary.port)) {
      const status = await statusLine(line(form));
      if (!/^HTTP\/1.1 (400|403) /.test(status)) opened.push(`${line(form)}: ${status}`);
    }
    expect(opened).toEqual([]);
    expect(watch.dialled).toEqual([]);
    expect(canary.connections()).toBe(0);
  });

  test('does open the practice web', async () => {
    expect(await statusLine(`GET ${site.url('/')} HTTP/1.1`)).toBe('HTTP/1.1 200 OK');
    expect(await statusLine(`CONNECT site.localhost:${site.port} HTTP/1.1`)).toBe(
      'HTTP/1.1 200 Connection Established',
    );
  });
});
