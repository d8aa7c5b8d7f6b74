import { expect, test } from 'vitest';
import { ask, proxyTo, raw } from '../test/proxy-client.ts';
import { startSite } from '../test/site.ts';
import { soon } from '../test/soon.ts';

const kilobyte = 'a'.repeat(1024);
const loginOf = ({ username, password }: { username: string; password: string }) => ({
  'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

test('all requests of a visit share its limit, and other visits keep theirs', async () => {
  const site = await startSite((_request, response) => response.end(kilobyte));
  const proxy = await proxyTo(site);
  const [small, other] = [proxy.openVisit({ maxBytes: 2500 }), proxy.openVisit({ maxBytes: 2500 })];
  const get = (visit: typeof small) => ask(proxy, site.url('/'), { headers: loginOf(visit) });
  expect([(await get(small)).status, (await get(small)).status]).toEqual([200, 200]);
  const third = await get(small).catch(() => undefined);
  expect(third?.body).not.toBe(kilobyte);
  expect((await get(other)).body).toBe(kilobyte);
});

test('a closed visit has no connections left and its login is no longer valid', async () => {
  const site = await startSite(() => undefined);
  const proxy = await proxyTo(site);
  const visit = proxy.openVisit();
  const header = loginOf(visit)['proxy-authorization'];
  const client = raw(
    proxy,
    `CONNECT site.localhost:${site.port} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${header}\r\n\r\n`,
  );
  await soon(() => client.received()).toMatch(/^HTTP\/1\.1 200 /);
  visit.close();
  await soon(client.isClosed).toBe(true);
  await soon(() => site.open()).toBe(0);
  expect((await ask(proxy, site.url('/'), { headers: loginOf(visit) })).status).toBe(407);
});

test('each visit knows what it was refused', async () => {
  const site = await startSite((_request, response) => response.end());
  const proxy = await proxyTo(site);
  const [one, two] = [proxy.openVisit(), proxy.openVisit()];
  expect((await ask(proxy, 'http://127.0.0.1/', { headers: loginOf(one) })).status).toBe(403);
  expect(one.refusals()).toMatchObject([{ host: 'http://127.0.0.1/', code: 'refused' }]);
  expect([two.refusals(), proxy.refusals()]).toEqual([[], []]);
});
