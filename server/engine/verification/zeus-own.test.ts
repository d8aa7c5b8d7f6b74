// Our own verifier: what cannot be asked, what goes wrong, what is remembered; over real sockets and a real database.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { parseAddress } from './parse-address.ts';
import { drop, type Manners, silent, startMailServer } from './test/mail-server.ts';
import { call, type Net, ownVerifier } from './test/verifying.ts';
import type { OwnVerifierOptions } from './zeus-own.ts';

let db: TestDatabase;
let net: Net;
let clock = 0;
const now = () => new Date(Date.now() + clock);
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  net = { exchanges: {}, servers: {} };
  clock = 0;
  await db.sql`truncate email_verifications, mail_domains, mail_hosts, mail_host_slots`;
});

const open = (given: Partial<OwnVerifierOptions> = {}) => {
  const { verifier, dialled } = ownVerifier(db.kysely, net, { now, ...given });
  const verify = (text: string, signal?: AbortSignal) => {
    const parsed = parseAddress(text);
    if (!parsed.ok) throw new Error(parsed.problem);
    return verifier.verify(parsed.address, { ...call, signal });
  };
  return { verify, dialled };
};
async function serve(domain: string, manners?: Manners) {
  const host = `mx.${domain}`;
  net.exchanges[domain] = [host];
  const server = await startMailServer(manners);
  net.servers[host] = server;
  return server;
}
const recipients = (heard: string[]) => heard.filter((line) => line.startsWith('RCPT'));

describe('without a conversation', () => {
  test.each([
    ['no-such-domain', 'no-such-domain'],
    ['no-address', 'no-mail-server'],
    ['null-mx', 'takes-no-mail'],
  ] as const)('DNS says %s: invalid, %s', async (why, reason) => {
    net.exchanges['a.com'] = { kind: 'none', why };
    expect(await open().verify('mia@a.com')).toMatchObject({ verdict: 'invalid', reason, evidence: { step: 'dns' } });
  });

  test('DNS that fails is could-not-look', async () => {
    net.exchanges['a.com'] = new OutboundError('dns', 'The mail servers of a.com could not be looked up.');
    expect(await open().verify('mia@a.com')).toMatchObject({
      verdict: 'unknown',
      reason: 'dns-failed',
      couldNotLook: true,
      retryAfterSeconds: 300,
    });
  });

  test('mail servers that do not exist, or only on a private network, take no mail', async () => {
    net.exchanges['a.com'] = ['missing.a.com', 'private.a.com'];
    const { verify, dialled } = open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'invalid', reason: 'no-mail-server' });
    expect(dialled).toEqual([]);
  });

  test('a greeting name or sender that could break the line is not taken', () => {
    expect(() => open({ hello: 'a b' })).toThrow(TypeError);
    expect(() => open({ sender: 'a@b.c>\r\nDATA' })).toThrow(TypeError);
    expect(() => open({ sender: '' })).toThrow(TypeError);
  });
});

describe('could not look', () => {
  test('nothing listens: unreachable, and the host is left alone for a while', async () => {
    net.exchanges['a.com'] = ['mx.a.com'];
    const { verify, dialled } = open();
    const first = await verify('mia@a.com');
    expect(first).toMatchObject({ verdict: 'unknown', reason: 'unreachable', couldNotLook: true });
    expect(first.evidence).toMatchObject({ mxHost: 'mx.a.com', text: 'mx.a.com does not accept connections.' });
    expect(await verify('tom@a.com')).toMatchObject({ reason: 'unreachable' });
    expect(dialled).toHaveLength(1);
    clock = 16 * 60_000;
    await verify('tom@a.com');
    expect(dialled).toHaveLength(2);
  });

  test('five hosts in a row and none answers: port 25 is closed here, and no more time is lost', async () => {
    for (const name of 'abcdefg') net.exchanges[`${name}.com`] = [`mx.${name}.com`];
    const { verify, dialled } = open();
    for (const name of 'abcde') expect(await verify(`mia@${name}.com`)).toMatchObject({ reason: 'unreachable' });
    expect(await verify('mia@f.com')).toMatchObject({ verdict: 'unknown', reason: 'port-closed', couldNotLook: true });
    expect(dialled).toHaveLength(5);
    clock = 16 * 60_000;
    expect(await verify('mia@g.com')).toMatchObject({ reason: 'unreachable' });
  });

  test('one host that answers shows that the port is open', async () => {
    await serve('good.com');
    for (const name of 'abcdef') net.exchanges[`${name}.com`] = [`mx.${name}.com`];
    const { verify } = open();
    expect(await verify('mia@good.com')).toMatchObject({ verdict: 'valid' });
    for (const name of 'abcdef') expect(await verify(`mia@${name}.com`)).toMatchObject({ reason: 'unreachable' });
  });

  test.each<[string, Manners, string, string]>([
    ['in its greeting', { greeting: '554 5.7.1 you are blocked' }, 'blocked', 'greeting'],
    ['by name', { ehlo: '550 5.7.1 bad HELO' }, 'blocked', 'hello'],
    ['for our sender', { mail: '550 5.1.1 User unknown' }, 'blocked', 'sender'],
    ['while it is busy', { greeting: '421 4.3.2 later' }, 'deferred', 'greeting'],
  ])('turned away %s: %s, and others at that host are not even tried', async (_name, manners, reason, step) => {
    const server = await serve('a.com', manners);
    const { verify } = open();
    const finding = await verify('mia@a.com');
    expect(finding).toMatchObject({ verdict: 'unknown', reason, couldNotLook: true, evidence: { step } });
    expect(finding.evidence.code).toBeGreaterThanOrEqual(421);
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'unknown', reason });
    expect(server.connections()).toBe(1);
  });

  test('blocked when the recipient is named: this address waits, the host does not', async () => {
    const blocks = '550 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org';
    const server = await serve('a.com', { rcpt: (to) => (to === 'mia@a.com' ? blocks : '250 ok') });
    const { verify } = open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'blocked', couldNotLook: true });
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'catch_all' });
    expect(server.connections()).toBe(2);
  });

  test('a tarpit is cut', async () => {
    await serve('a.com', { rcpt: () => silent });
    const finding = await open({ limits: { replyMs: 1_000 } }).verify('mia@a.com');
    expect(finding).toMatchObject({ verdict: 'unknown', reason: 'no-answer', evidence: { step: 'recipient' } });
  });

  test('the server hangs up at the recipient', async () => {
    await serve('a.com', { rcpt: () => drop });
    expect(await open().verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'bad-conversation' });
  });

  test('the caller stops it', async () => {
    const stop = new AbortController();
    await serve('a.com', { rcpt: () => () => stop.abort(new Error('enough')) });
    await expect(open().verify('mia@a.com', stop.signal)).rejects.toThrow('enough');
    const busy = await db.sql`select 1 from mail_host_slots where busy_until > now() + interval '1 minute'`;
    expect(busy).toEqual([]);
  });
});

describe('several mail servers', () => {
  test('the next one is asked when one is down or turns us away, not when one has spoken of the address', async () => {
    net.exchanges['a.com'] = ['down.a.com', 'rude.a.com', 'mx.a.com', 'never.a.com'];
    net.servers['rude.a.com'] = await startMailServer({ greeting: '554 no' });
    net.servers['mx.a.com'] = await startMailServer();
    net.servers['never.a.com'] = await startMailServer();
    const { verify, dialled } = open();
    const finding = await verify('mia@a.com');
    expect(finding).toMatchObject({
      verdict: 'valid',
      reason: 'accepted',
      evidence: { mxHost: 'mx.a.com', code: 250 },
    });
    expect(dialled).toEqual(['down.a.com', 'rude.a.com', 'mx.a.com']);
  });

  test('when none helps, the one that has said something is named', async () => {
    net.exchanges['a.com'] = ['down.a.com', 'rude.a.com'];
    net.servers['rude.a.com'] = await startMailServer({ greeting: '554 5.7.1 blocked' });
    const finding = await open().verify('mia@a.com');
    expect(finding).toMatchObject({
      verdict: 'unknown',
      reason: 'blocked',
      evidence: { mxHost: 'rude.a.com', code: 554 },
    });
  });

  test('broken encryption: once more in the clear, at the same one', async () => {
    const server = await serve('a.com', { ehlo: '250-mx\n250 STARTTLS', starttls: '454 4.7.0 no TLS today' });
    expect(await open().verify('mia@a.com')).toMatchObject({ verdict: 'valid', evidence: { tls: false } });
    expect(server.connections()).toBe(2);
  });
});

describe('verdicts', () => {
  test.each<[string, string, object]>([
    [
      '550 5.1.1 <mia@a.com>: User unknown',
      'invalid',
      { reason: 'no-such-mailbox', evidence: { code: 550, text: '5.1.1 <…>: User unknown' } },
    ],
    ['554 5.7.1 <mia@a.com>: Relay access denied', 'invalid', { reason: 'domain-not-served' }],
    ['452 4.2.2 Mailbox full', 'unknown', { reason: 'mailbox-full', retryAfterSeconds: 86_400 }],
    ['552 5.2.2 over quota', 'unknown', { reason: 'mailbox-full' }],
    ['451 4.3.0 later', 'unknown', { reason: 'deferred', couldNotLook: true }],
    ['450 4.2.0 Greylisted, try again in 120 seconds', 'unknown', { reason: 'greylisted', retryAfterSeconds: 121 }],
    ['450 Greylisted, try again in 99999 seconds', 'unknown', { reason: 'greylisted', retryAfterSeconds: 3_601 }],
    ['550 5.7.1 Access denied', 'unknown', { reason: 'refused', couldNotLook: true }],
    ['354 go on', 'unknown', { reason: 'bad-conversation' }],
  ])('%s: %s', async (said, verdict, more) => {
    await serve('a.com', { rcpt: () => said });
    const finding = await open().verify('mia@a.com');
    expect(finding).toMatchObject({ verdict, ...more });
    expect(finding.evidence).toMatchObject({ mxHost: 'mx.a.com', at: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  test.each<[string, string, string]>([
    ['550 5.1.1 User unknown', 'valid', 'accepted'],
    ['550 Rejected', 'valid', 'accepted'],
    ['250 2.1.5 Ok', 'catch_all', 'accepts-everything'],
    ['252 cannot verify, will try', 'catch_all', 'accepts-everything'],
    ['451 4.3.0 later', 'unknown', 'catch-all-untold'],
    ['550 5.7.1 too many recipients from your IP', 'unknown', 'catch-all-untold'],
  ])('accepted, and the one that cannot exist gets %s: %s', async (said, verdict, reason) => {
    await serve('a.com', { rcpt: (to) => (to === 'mia@a.com' ? '250 ok' : said) });
    const finding = await open().verify('mia@a.com');
    expect(finding).toMatchObject({
      verdict,
      reason,
      evidence: { code: 250, probe: { code: Number(said.slice(0, 3)) } },
    });
    expect(finding.couldNotLook).toBeUndefined();
  });

  test('encrypted where it is offered', async () => {
    await serve('a.com', { ehlo: '250-mx\n250 STARTTLS' });
    expect(await open().verify('mia@a.com')).toMatchObject({ verdict: 'valid', evidence: { tls: true } });
  });

  test('letters the server does not know', async () => {
    await serve('a.com');
    expect(await open().verify('jürgen@a.com')).toMatchObject({ verdict: 'invalid', reason: 'unicode-not-taken' });
  });
});

describe('remembered', () => {
  test('a domain that takes everything is asked once', async () => {
    const server = await serve('a.com', { rcpt: () => '250 ok' });
    const { verify } = open();
    await verify('mia@a.com');
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'catch_all', evidence: { mxHost: 'mx.a.com' } });
    expect(server.connections()).toBe(1);
    clock = 15 * 24 * 3600_000;
    await verify('tom@a.com');
    expect(server.connections()).toBe(2);
  });

  test('one that does not is not asked for the impossible again', async () => {
    const server = await serve('a.com', {
      rcpt: (to) => (/^(mia|tom)@/.test(to) ? '250 ok' : '550 5.1.1 no such user'),
    });
    const { verify } = open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'valid' });
    expect(await verify('ann@a.com')).toMatchObject({ verdict: 'invalid' });
    expect(recipients(server.heard)).toHaveLength(4);
  });

  test('after greylisting both recipients pass, because both were named before', async () => {
    const seen = new Set<string>();
    let isOpen = false;
    await serve('a.com', {
      rcpt: (to) => {
        if (!isOpen || !seen.has(to)) {
          seen.add(to);
          return '450 4.2.0 Greylisted';
        }
        return to === 'mia@a.com' ? '250 ok' : '550 5.1.1 User unknown';
      },
    });
    const { verify } = open();
    expect(await verify('mia@a.com')).toMatchObject({
      verdict: 'unknown',
      reason: 'greylisted',
      retryAfterSeconds: 300,
    });
    isOpen = true;
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid', reason: 'accepted' });
  });

  test('twenty at once for one host: never more conversations than allowed', async () => {
    const server = await serve('a.com', { rcpt: (to) => (to.startsWith('m') ? '250 ok' : '550 5.1.1 User unknown') });
    const one = open({ limits: { atOnce: 2, waitMs: 60_000 } });
    const two = open({ limits: { atOnce: 2, waitMs: 60_000 } });
    const findings = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : two).verify(`m${i}@a.com`)),
    );
    expect(findings.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 20 }, () => 'valid'));
    // The server may notice the end of one a moment after the next has come in.
    expect(server.most()).toBeLessThanOrEqual(3);
  });

  test('no place in time: busy, to be tried again soon', async () => {
    await serve('a.com', { rcpt: () => silent });
    const slow = open({ limits: { atOnce: 1, replyMs: 3_000 } });
    const first = slow.verify('mia@a.com');
    await expect.poll(() => db.sql`select 1 from mail_host_slots`, { timeout: 20_000 }).toHaveLength(1);
    const hasty = open({ limits: { atOnce: 1, waitMs: 200 } });
    const finding = await hasty.verify('tom@a.com');
    expect(finding).toMatchObject({ verdict: 'unknown', reason: 'busy', couldNotLook: true });
    expect(finding.retryAfterSeconds).toBeGreaterThanOrEqual(60);
    await first;
  });
});
