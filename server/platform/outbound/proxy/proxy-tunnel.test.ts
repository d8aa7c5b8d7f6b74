import { describe, expect, onTestFinished, test } from 'vitest';
import { untilAborted } from '../../../test/until-aborted.ts';
import { ask, connectTo, login, proxyTo, raw } from '../test/proxy-client.ts';
import { startRawSite } from '../test/site.ts';
import { soon } from '../test/soon.ts';

describe('tunnels', () => {
  const echo = () => startRawSite((socket, head) => socket.write(`echo ${head}`));

  test('carry bytes both ways, including those sent right after the request', async () => {
    const site = await echo();
    const proxy = await proxyTo(site);
    const authority = `site.localhost:${site.port}`;
    const client = raw(
      proxy,
      `CONNECT ${authority} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${login(proxy)}\r\n\r\nfirst\r\n\r\n`,
    );
    await soon(client.received).toBe('HTTP/1.1 200 Connection Established\r\n\r\necho first\r\n\r\n');
    client.socket.write('second\r\n\r\n');
    await soon(client.received).toContain('echo second');
    client.socket.end();
    await soon(client.isClosed).toBe(true);
    await soon(() => site.open()).toBe(0);
  });

  test('add no more listeners to a connection than Node accepts', async () => {
    const warnings: Error[] = [];
    const handleWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', handleWarning);
    onTestFinished(() => void process.off('warning', handleWarning));
    const site = await echo();
    const client = connectTo(await proxyTo(site), `site.localhost:${site.port}`);
    client.socket.write('hello\r\n\r\n');
    await soon(client.received).toContain('echo hello');
    expect(warnings).toEqual([]);
  });

  test.each([
    ['example.com:22', 403],
    ['example.com:25', 403],
    ['example.com:5432', 403],
    ['example.com:0', 403],
    ['127.0.0.1:443', 403],
    ['[::1]:443', 403],
    ['localhost:443', 403],
    ['example.com', 400],
    ['example.com:99999', 400],
    ['user@example.com:443', 400],
    ['http://example.com:443', 400],
    ['example.com:443/path', 400],
  ])('%s: %i', async (authority, status) => {
    const dialled: string[] = [];
    const dial = async (address: string) => {
      dialled.push(address);
      throw new Error('not dialled in tests');
    };
    const proxy = await proxyTo(await echo(), { dial, resolve: async () => ['93.184.216.34'] });
    const client = connectTo(proxy, authority);
    await soon(client.isClosed).toBe(true);
    expect(client.received()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(dialled).toEqual([]);
  });

  test('refuses a name that resolves to a private address at connect time, and reports it', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const dialled: string[] = [];
    const dial = async (address: string) => {
      dialled.push(address);
      throw new Error('not dialled in tests');
    };
    const proxy = await proxyTo(await echo(), { dial, resolve: async () => answers.shift() ?? [] });
    const clients = [connectTo(proxy, 'rebind.attacker.com:443')];
    await soon(() => clients[0]?.received()).toMatch(/^HTTP\/1.1 502 /);
    clients.push(connectTo(proxy, 'rebind.attacker.com:443'));
    await soon(() => clients[1]?.received()).toMatch(/^HTTP\/1.1 403 /);
    expect(dialled).toEqual(['93.184.216.34']);
    expect(proxy.refusals()).toMatchObject([{ host: 'rebind.attacker.com', code: 'refused' }]);
  });
});

describe('limits', () => {
  const flood = () =>
    startRawSite((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
      socket.write(Buffer.alloc(1_000_000));
    });
  const silent = () => startRawSite(() => undefined);

  test('a request over the byte limit is cut off', async () => {
    const site = await flood();
    const proxy = await proxyTo(site, { limits: { maxBytes: 100_000 } });
    await expect(ask(proxy, site.url('/'))).rejects.toThrow();
    await soon(() => site.open()).toBe(0);
  });

  test('a tunnel over the byte limit is cut off', async () => {
    const site = await flood();
    const reports: unknown[] = [];
    const proxy = await proxyTo(site, { limits: { maxBytes: 100_000 }, onRequest: (report) => reports.push(report) });
    const client = connectTo(proxy, `site.localhost:${site.port}`);
    client.socket.write('go\r\n\r\n');
    await soon(client.isClosed).toBe(true);
    expect(client.received().length).toBeLessThan(200_000);
    expect(reports).toMatchObject([{ host: 'site.localhost', code: 'too-large' }]);
    await soon(() => site.open()).toBe(0);
  });

  test.each([{ idleMs: 100 }, { totalMs: 100 }])('ends silence: %j', async (limits) => {
    const site = await silent();
    const proxy = await proxyTo(site, { limits });
    const client = connectTo(proxy, `site.localhost:${site.port}`);
    await soon(client.isClosed).toBe(true);
    expect((await ask(proxy, site.url('/'))).status).toBe(504);
    await soon(() => site.open()).toBe(0);
  });

  test('limits concurrent connections', async () => {
    const site = await silent();
    const proxy = await proxyTo(site, { limits: { maxConnections: 2 } });
    const clients = [1, 2].map(() => connectTo(proxy, `site.localhost:${site.port}`));
    await soon(() => site.open()).toBe(2);
    const third = connectTo(proxy, `site.localhost:${site.port}`);
    await soon(third.isClosed).toBe(true);
    expect(third.received()).toBe('');
    expect(clients.some((client) => client.isClosed())).toBe(false);
  });

  test('closes the connection when the browser leaves', async () => {
    const site = await silent();
    const proxy = await proxyTo(site);
    const tunnel = connectTo(proxy, `site.localhost:${site.port}`);
    const plain = raw(
      proxy,
      `GET ${site.url('/')} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${login(proxy)}\r\n\r\n`,
    );
    await soon(() => site.open()).toBe(2);
    tunnel.socket.destroy();
    plain.socket.destroy();
    await soon(() => site.open()).toBe(0);
  });

  test('a connection closed before the server has answered ends the attempt', async () => {
    const reports: unknown[] = [];
    let isDialled = false;
    const dial = (_address: string, _port: number, signal: AbortSignal) => {
      isDialled = true;
      return untilAborted(signal);
    };
    const site = await silent();
    const proxy = await proxyTo(site, { dial, onRequest: (report) => reports.push(report) });
    connectTo(proxy, `site.localhost:${site.port}`);
    await soon(() => isDialled).toBe(true);
    await proxy.stop();
    await soon(() => reports).toMatchObject([{ host: 'site.localhost', code: 'aborted' }]);
  });

  test('stop() closes everything and the port', async () => {
    const site = await silent();
    const proxy = await proxyTo(site);
    const client = connectTo(proxy, `site.localhost:${site.port}`);
    await soon(client.received).toContain('200');
    await proxy.stop();
    await soon(client.isClosed).toBe(true);
    await soon(() => site.open()).toBe(0);
    await expect(ask(proxy, site.url('/'))).rejects.toThrow('ECONNREFUSED');
  });
});
