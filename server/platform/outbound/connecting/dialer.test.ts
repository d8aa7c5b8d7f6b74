import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { untilAborted } from '../../../test/until-aborted.ts';
import { createOutbound } from '../outbound.ts';
import { canaryForTests } from '../test/canary.ts';
import { soon } from '../test/soon.ts';
import { createDialer, type Dial, dialTcp } from './dialer.ts';
import { isPublicAddress } from './public-address.ts';
import { parseTarget } from './target.ts';
import '../../../test/seeded.ts';

const [PUBLIC, PUBLIC_2, PUBLIC_6] = ['93.184.216.34', '93.184.216.35', '2606:4700::1111'];
const { signal } = new AbortController();

const canary = canaryForTests();
let dialled: string[] = [];
const record: Dial = async (address, port) => {
  dialled.push(`${address}:${port}`);
  throw new Error('not dialled in tests');
};
const answering = (...answers: string[][]) => {
  const left = [...answers];
  return async () => (left.length > 1 ? left.shift() : left[0]) ?? [];
};

beforeEach(() => {
  dialled = [];
});

describe('DNS answers', () => {
  test('that change after the check have no effect: the checked IP address is the one dialed', async () => {
    const resolve = answering([PUBLIC], ['127.0.0.1']);
    const outbound = createOutbound({ resolve, dial: record });
    const url = `http://rebind.attacker.com:${canary.port}/`;
    await expect(outbound.request(url)).rejects.toMatchObject({ code: 'connect' });
    expect(dialled).toEqual([`${PUBLIC}:${canary.port}`]);
    await expect(outbound.request(url)).rejects.toMatchObject({ code: 'refused', retryable: false });
    expect(dialled).toHaveLength(1);
    expect(canary.connections()).toBe(0);
    await outbound.close();
  });

  test('are requested once per connection', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [PUBLIC];
    };
    const dial = createDialer({ resolve, dial: record });
    await expect(dial(parseTarget('http://a.com/'), signal)).rejects.toMatchObject({ code: 'connect' });
    expect(asked).toBe(1);
  });

  test.each([
    ['127.0.0.1'],
    [PUBLIC, '127.0.0.1'],
    ['127.0.0.1', PUBLIC],
    [PUBLIC, PUBLIC_6, '::1'],
    [PUBLIC, '::ffff:127.0.0.1'],
    [PUBLIC, '64:ff9b::7f00:1'],
    [PUBLIC, '169.254.169.254'],
    [PUBLIC, '0.0.0.0'],
    [PUBLIC, 'fe80::1%lo'],
    [PUBLIC, '127.1'],
    [PUBLIC, '2130706433'],
    [PUBLIC, 'localhost'],
    [PUBLIC, ''],
  ])('%s %s %s: one that is not public refuses all', async (...answers) => {
    const dial = createDialer({ resolve: async () => answers, dial: record });
    const target = parseTarget('http://mixed.attacker.com/');
    await expect(dial(target, signal)).rejects.toMatchObject({ code: 'refused', retryable: false });
    expect(dialled).toEqual([]);
  });

  test('that are this machine itself are refused, even as a public IP address', async () => {
    const dial = createDialer({ resolve: async () => [PUBLIC], dial: record, own: () => new Set([PUBLIC]) });
    await expect(dial(parseTarget('http://self.com/'), signal)).rejects.toMatchObject({ code: 'refused' });
    await expect(dial(parseTarget(`http://${PUBLIC}/`), signal)).rejects.toMatchObject({ code: 'refused' });
    expect(dialled).toEqual([]);
  });

  test('none, or no answer: two different things', async () => {
    const target = parseTarget('http://gone.com/');
    const none = createDialer({ resolve: async () => [], dial: record });
    await expect(none(target, signal)).rejects.toMatchObject({ code: 'dns', retryable: false });
    const broken = createDialer({ resolve: () => Promise.reject(new Error('SERVFAIL')), dial: record });
    await expect(broken(target, signal)).rejects.toMatchObject({ code: 'dns', retryable: true });
  });

  test('that never come are waited for only as long as the connection may take', async () => {
    const outbound = createOutbound({
      resolve: () => new Promise(() => undefined),
      dial: record,
      limits: { connectMs: 50 },
    });
    await expect(outbound.request('http://slow.com/')).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
      message: 'slow.com did not accept a connection in time.',
    });
    await outbound.close();
  });
});

describe('several addresses', () => {
  const target = parseTarget('http://many.com/');
  const toCanary = (stop: AbortSignal) => dialTcp('127.0.0.1', canary.port, stop);

  test('are tried in turn, IPv6 first, until one connects', async () => {
    const dial: Dial = (address, port, stop) => (address === PUBLIC_2 ? toCanary(stop) : record(address, port, stop));
    const connect = createDialer({ resolve: async () => [PUBLIC, PUBLIC_2, PUBLIC_6], dial });
    const socket = await connect(target, signal);
    expect(dialled).toEqual([`${PUBLIC_6}:80`, `${PUBLIC}:80`]);
    socket.destroy();
  });

  test('a silent one is overtaken and closed', async () => {
    const stopped: string[] = [];
    const silent = (address: string, stop: AbortSignal) => untilAborted(stop).finally(() => stopped.push(address));
    const dial: Dial = (address, _port, stop) => (address === PUBLIC ? silent(address, stop) : toCanary(stop));
    const socket = await createDialer({ resolve: async () => [PUBLIC, PUBLIC_2], dial })(target, signal);
    await soon(() => stopped).toEqual([PUBLIC]);
    socket.destroy();
  });

  test('silent ones get their time one after the other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const started: string[] = [];
    const dial: Dial = (address, _port, stop) => {
      started.push(address);
      return untilAborted(stop);
    };
    const abort = new AbortController();
    const attempt = createDialer({ resolve: async () => [PUBLIC, PUBLIC_2, '93.184.216.36'], dial })(
      target,
      abort.signal,
    );
    for (const [ms, expected] of [
      [249, 1],
      [1, 2],
      [249, 2],
      [1, 3],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(started).toHaveLength(expected);
    }
    vi.useRealTimers();
    abort.abort(new Error('enough'));
    await expect(attempt).rejects.toThrow('enough');
  });

  test('all silent: the caller can still abort', async () => {
    const abort = new AbortController();
    const dial: Dial = (address, _port, stop) => {
      dialled.push(address);
      return untilAborted(stop);
    };
    const attempt = createDialer({ resolve: async () => [PUBLIC, PUBLIC_2], dial })(target, abort.signal);
    await soon(() => dialled.length).toBe(2);
    abort.abort(new Error('enough'));
    await expect(attempt).rejects.toThrow('enough');
  });
});

test('dials an IP address only if it is public, however it is written', async () => {
  const octets = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255] as const;
  const hex = (n: number) => `${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}`;
  const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  const plain: ((n: number) => string)[] = [
    (n) => octets(n).join('.'),
    (n) => `${octets(n).join('.')}.`,
    (n) => String(n),
    (n) => `0x${n.toString(16)}`,
    (n) => `0${n.toString(8)}`,
    (n) =>
      octets(n)
        .map((part) => `0x${part.toString(16)}`)
        .join('.'),
    (n) =>
      octets(n)
        .map((part) => `0${part.toString(8)}`)
        .join('.'),
    (n) => `${n >>> 24}.${n & 0xffffff}`,
    (n) => `0x${(n >>> 24).toString(16)}.${(n >>> 16) & 255}.0${(n & 0xffff).toString(8)}`,
    (n) => wide(octets(n).join('.')),
    (n) => octets(n).join('。'),
    (n) => octets(n).join('%2e'),
    (n) => [...String(n)].map((digit) => `%3${digit}`).join(''),
  ];
  const carried: ((n: number) => string)[] = [
    (n) => `[::${octets(n).join('.')}]`,
    (n) => `[::ffff:${octets(n).join('.')}]`,
    (n) => `[0:0:0:0:0:FFFF:${hex(n)}]`,
    (n) => `[64:ff9b::${octets(n).join('.')}]`,
    (n) => `[64:ff9b:1:ffff::${hex(n)}]`,
    (n) => `[2002:${hex(n)}::1]`,
    (n) => `[2001::${hex(n)}]`,
    (n) => `[2606:4700::5efe:${hex(n)}]`,
  ];
  const special = fc.constantFrom(
    0,
    0x0a000001,
    0x64400001,
    0x7f000001,
    0xa9fea9fe,
    0xac100001,
    0xc0a80001,
    0xffffffff,
  );
  const number = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), special);
  const outbound = createOutbound({ resolve: async () => ['127.0.0.1'], dial: record });
  const attempt = async (host: string) => {
    dialled = [];
    const error = await outbound.request(`http://${host}/`).catch((e: unknown) => e);
    return { code: (error as { code: string }).code, dialled };
  };

  await fc.assert(
    fc.asyncProperty(number, fc.constantFrom(...plain), async (n, write) => {
      const isPublic = isPublicAddress(octets(n).join('.'));
      const expected = isPublic
        ? { code: 'connect', dialled: [`${octets(n).join('.')}:80`] }
        : { code: 'refused', dialled: [] };
      expect(await attempt(write(n))).toEqual(expected);
    }),
    { numRuns: 1_500 },
  );
  await fc.assert(
    fc.asyncProperty(number, fc.constantFrom(...carried), async (n, write) => {
      expect(await attempt(write(n))).toEqual({ code: 'refused', dialled: [] });
    }),
    { numRuns: 1_500 },
  );
  await fc.assert(
    fc.asyncProperty(fc.ipV6(), async (address) => {
      const outcome = await attempt(`[${address}]`);
      for (const entry of outcome.dialled) expect(isPublicAddress(entry.replace(/:80$/, ''))).toBe(true);
      expect(['connect', 'refused', 'bad-url']).toContain(outcome.code);
    }),
    { numRuns: 1_500 },
  );
  await outbound.close();
});
