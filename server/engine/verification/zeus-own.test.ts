// Our own verifier: what cannot be asked, and what goes wrong; over real sockets and a real database.

import { describe, expect, test } from 'vitest';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { drop, type ServerBehavior, silent, startMailServer } from './test/mail-server.ts';
import { ownBench } from './test/own-bench.ts';

const bench = ownBench();

describe('without a conversation', () => {
  test.each([
    ['no-such-domain', 'no-such-domain'],
    ['no-address', 'no-mail-server'],
    ['null-mx', 'takes-no-mail'],
  ] as const)('DNS says %s: invalid, %s', async (why, reason) => {
    bench.net.exchanges['a.com'] = { kind: 'none', why };
    expect(await bench.open().verify('mia@a.com')).toMatchObject({
      verdict: 'invalid',
      reason,
      evidence: { step: 'dns' },
    });
  });

  test('failing DNS is could-not-look', async () => {
    bench.net.exchanges['a.com'] = new OutboundError('dns', 'The mail servers of a.com could not be looked up.');
    expect(await bench.open().verify('mia@a.com')).toMatchObject({
      verdict: 'unknown',
      reason: 'dns-failed',
      couldNotLook: true,
      retryAfterSeconds: 300,
    });
  });

  test('mail servers that do not exist, or only on a private network, accept no email', async () => {
    bench.net.exchanges['a.com'] = ['missing.a.com', 'private.a.com'];
    const { verify, dialled } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'invalid', reason: 'no-mail-server' });
    expect(dialled).toEqual([]);
  });

  test('rejects a greeting name or sender that could break the line', () => {
    expect(() => bench.open({ hello: 'a b' })).toThrow(TypeError);
    expect(() => bench.open({ sender: 'a@b.c>\r\nDATA' })).toThrow(TypeError);
    expect(() => bench.open({ sender: '' })).toThrow(TypeError);
  });
});

describe('could not look', () => {
  test('nothing listens: unreachable, and the host rests for a while', async () => {
    bench.net.exchanges['a.com'] = ['mx.a.com'];
    const { verify, dialled } = bench.open();
    const first = await verify('mia@a.com');
    expect(first).toMatchObject({ verdict: 'unknown', reason: 'unreachable', couldNotLook: true });
    expect(first.evidence).toMatchObject({ mxHost: 'mx.a.com', text: 'mx.a.com does not accept connections.' });
    expect(await verify('tom@a.com')).toMatchObject({ reason: 'unreachable' });
    expect(dialled).toHaveLength(1);
    bench.ahead = 16 * 60_000;
    await verify('tom@a.com');
    expect(dialled).toHaveLength(2);
  });

  test('a mail server with a private address next to a public one is not contacted, but may exist', async () => {
    bench.net.exchanges['a.com'] = ['mixed.a.com'];
    const { verify, dialled } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'unreachable', couldNotLook: true });
    expect(dialled).toEqual([]);
    expect(await bench.db.sql`select 1 from mail_hosts where rest_until is not null`).toEqual([]);
  });

  test('five silent hosts in a row: port 25 is blocked here, and no more time is wasted', async () => {
    for (const name of 'abcdefg') bench.net.exchanges[`${name}.com`] = [`mx.${name}.com`];
    const { verify, dialled } = bench.open();
    for (const name of 'abcde') expect(await verify(`mia@${name}.com`)).toMatchObject({ reason: 'unreachable' });
    expect(await verify('mia@f.com')).toMatchObject({ verdict: 'unknown', reason: 'port-closed', couldNotLook: true });
    expect(dialled).toHaveLength(5);
    bench.ahead = 16 * 60_000;
    expect(await verify('mia@g.com')).toMatchObject({ reason: 'unreachable' });
  });

  test('while port 25 is known to be closed only DNS is asked, unless a mail server answered lately', async () => {
    await bench.serve('a.com');
    let isClosed = true;
    const { verify, dialled } = bench.open({ isPortClosed: async () => isClosed });
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'port-closed', couldNotLook: true });
    expect(await verify('mia@no-such.com')).toMatchObject({ verdict: 'invalid', reason: 'no-such-domain' });
    expect(dialled).toEqual([]);
    isClosed = false;
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
    isClosed = true;
    expect(await verify('tom@a.com')).toMatchObject({ reason: 'no-such-mailbox' });
  });

  test.each<[string, ServerBehavior, string]>([
    ['well', {}, 'valid'],
    ['rudely', { greeting: '554 5.7.1 go away' }, 'unknown'],
  ])('one host that answers, %s, shows that the port is open', async (_name, behavior, verdict) => {
    await bench.serve('good.com', behavior);
    for (const name of 'abcdef') bench.net.exchanges[`${name}.com`] = [`mx.${name}.com`];
    const { verify } = bench.open();
    expect(await verify('mia@good.com')).toMatchObject({ verdict });
    for (const name of 'abcdef') expect(await verify(`mia@${name}.com`)).toMatchObject({ reason: 'unreachable' });
  });

  test.each<[string, ServerBehavior, string, string]>([
    ['in its greeting', { greeting: '554 5.7.1 you are blocked' }, 'blocked', 'greeting'],
    ['by name', { ehlo: '550 5.7.1 bad HELO' }, 'blocked', 'hello'],
    ['for our sender', { mail: '550 5.1.1 User unknown' }, 'blocked', 'sender'],
    ['while it is busy', { greeting: '421 4.3.2 later' }, 'deferred', 'greeting'],
  ])('turned away %s: %s, and others at that host are not even tried', async (_name, behavior, reason, step) => {
    const server = await bench.serve('a.com', behavior);
    const { verify } = bench.open();
    const finding = await verify('mia@a.com');
    expect(finding).toMatchObject({ verdict: 'unknown', reason, couldNotLook: true, evidence: { step } });
    expect(finding.evidence.code).toBeGreaterThanOrEqual(421);
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'unknown', reason });
    expect(server.connections()).toBe(1);
  });

  test('refused by a domain policy at the recipient: this address waits, the host does not', async () => {
    const refuses = '550 5.7.1 Message rejected due to content policy violation';
    const server = await bench.serve('a.com', { rcpt: (to) => (to === 'mia@a.com' ? refuses : '250 ok') });
    const { verify, warnings } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'blocked', couldNotLook: true });
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'catch_all' });
    expect(server.connections()).toBe(2);
    expect(warnings).toEqual([]);
  });

  test('cuts off a tarpit', async () => {
    await bench.serve('a.com', { rcpt: () => silent });
    const finding = await bench.open({ limits: { replyMs: 1_000 } }).verify('mia@a.com');
    expect(finding).toMatchObject({ verdict: 'unknown', reason: 'no-answer', evidence: { step: 'recipient' } });
  });

  test('the server hangs up at the recipient', async () => {
    await bench.serve('a.com', { rcpt: () => drop });
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'bad-conversation' });
  });

  test('the caller aborts', async () => {
    const stop = new AbortController();
    await bench.serve('a.com', { rcpt: () => () => stop.abort(new Error('enough')) });
    await expect(bench.open().verify('mia@a.com', stop.signal)).rejects.toThrow('enough');
    const busy = await bench.db.sql`select 1 from mail_host_slots where busy_until > now() + interval '1 minute'`;
    expect(busy).toEqual([]);
  });
});

describe('several mail servers', () => {
  test('asks the next one if one is down or turns us away, but not if one has answered about the address', async () => {
    bench.net.exchanges['a.com'] = ['down.a.com', 'rude.a.com', 'mx.a.com', 'never.a.com'];
    bench.net.servers['rude.a.com'] = await startMailServer({ greeting: '554 no' });
    bench.net.servers['mx.a.com'] = await startMailServer();
    bench.net.servers['never.a.com'] = await startMailServer();
    const { verify, dialled } = bench.open();
    const finding = await verify('mia@a.com');
    expect(finding).toMatchObject({
      verdict: 'valid',
      reason: 'accepted',
      evidence: { mxHost: 'mx.a.com', code: 250 },
    });
    expect(dialled).toEqual(['down.a.com', 'rude.a.com', 'mx.a.com']);
  });

  test.each([
    ['mx.backup.net', 'unknown', 'catch-all-unverified'],
    ['mx2.a.com', 'catch_all', 'accepts-everything'],
  ])('while the first is down, %s accepts everything: %s', async (other, verdict, reason) => {
    bench.net.exchanges['a.com'] = ['mx.a.com', other];
    bench.net.servers[other] = await startMailServer({ rcpt: () => '250 ok' });
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict, reason, evidence: { mxHost: other } });
    // Once the first is back, what it says counts.
    bench.ahead = 16 * 60_000;
    bench.net.servers['mx.a.com'] = await startMailServer();
    const later = await bench.open().verify('tom@a.com');
    expect(later.verdict).toBe(verdict === 'unknown' ? 'invalid' : 'catch_all');
  });

  test.each([
    [['missing.a.com', 'mx.b.net', 'mx2.a.com'], 'unknown'],
    [['missing.b.net', 'mx.a.com', 'mx2.a.com'], 'catch_all'],
  ])(
    '%j, of which the last accepts everything: it is compared with the one that is down: %s',
    async (names, verdict) => {
      bench.net.exchanges['a.com'] = names;
      bench.net.servers['mx2.a.com'] = await startMailServer({ rcpt: () => '250 ok' });
      expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict });
    },
  );

  test.each(['mx.backup.net', 'mx2.a.com'])(
    'what the first said about the domain does not make %s trustworthy',
    async (other) => {
      bench.net.exchanges['a.com'] = ['mx.a.com', other];
      bench.net.servers['mx.a.com'] = await startMailServer();
      bench.net.servers[other] = await startMailServer({ rcpt: () => '250 ok' });
      expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
      delete bench.net.servers['mx.a.com'];
      const { verify } = bench.open();
      expect(await verify('tom@a.com')).toMatchObject({ verdict: 'unknown', reason: 'catch-all-unverified' });
      expect(await verify('tom@a.com')).toMatchObject({ verdict: 'unknown', reason: 'catch-all-unverified' });
    },
  );

  test.each([
    ['down.a.com', 'unknown', 'unreachable'],
    ['missing.a.com', 'refuses_checks', 'accepts-unseen'],
  ])('an operator that is never contacted is not contacted either after %s', async (first, verdict, reason) => {
    const yahoo = 'mta5.am0.yahoodns.net';
    bench.net.exchanges['a.com'] = [first, yahoo];
    bench.net.servers[yahoo] = await startMailServer({ rcpt: () => '250 ok' });
    const { verify, dialled } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict, reason });
    expect(dialled).not.toContain(yahoo);
  });

  test('names without a mail server do not use up the tries', async () => {
    bench.net.exchanges['a.com'] = ['missing.a.com', 'missing.b.com', 'private.a.com', 'mx.a.com'];
    bench.net.servers['mx.a.com'] = await startMailServer();
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
  });

  test('the domain is not served only if every server says so', async () => {
    const names = ['1.a.com', '2.a.com', '3.a.com'];
    for (const name of [...names, '4.a.com']) {
      bench.net.servers[name] = await startMailServer({ rcpt: () => '554 5.7.1 Relay access denied' });
    }
    bench.net.exchanges['a.com'] = names;
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'invalid', reason: 'domain-not-served' });
    bench.net.exchanges['b.com'] = [...names, '4.a.com'];
    expect(await bench.open().verify('mia@b.com')).toMatchObject({
      verdict: 'unknown',
      reason: 'refused',
      evidence: { mxHost: '1.a.com', code: 554 },
    });
  });

  test('if none helps, names the one that said something', async () => {
    bench.net.exchanges['a.com'] = ['down.a.com', 'rude.a.com'];
    bench.net.servers['rude.a.com'] = await startMailServer({ greeting: '554 5.7.1 blocked' });
    const finding = await bench.open().verify('mia@a.com');
    expect(finding).toMatchObject({
      verdict: 'unknown',
      reason: 'blocked',
      evidence: { mxHost: 'rude.a.com', code: 554 },
    });
  });

  test('broken encryption: retries the same server in the clear', async () => {
    const server = await bench.serve('a.com', { ehlo: '250-mx\n250 STARTTLS', starttls: '454 4.7.0 no TLS today' });
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'valid', evidence: { tls: false } });
    expect(server.connections()).toBe(2);
  });
});
