// Our own verifier: what replies lead to, and what is cached about domains and hosts.

import { describe, expect, test } from 'vitest';
import { silent } from './test/mail-server.ts';
import { ownBench } from './test/own-bench.ts';

const bench = ownBench();
const recipients = (heard: string[]) => heard.filter((line) => line.startsWith('RCPT'));

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
    await bench.serve('a.com', { rcpt: () => said });
    const finding = await bench.open().verify('mia@a.com');
    expect(finding).toMatchObject({ verdict, ...more });
    expect(finding.evidence).toMatchObject({ mxHost: 'mx.a.com', at: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  test.each<[string, string, string]>([
    ['550 5.1.1 User unknown', 'valid', 'accepted'],
    ['550 Rejected', 'valid', 'accepted'],
    ['550 mailbox unavailable (e.g., not found, no access, or rejected for policy reasons)', 'valid', 'accepted'],
    ['550 5.7.1 Recipient rejected due to policy', 'valid', 'accepted'],
    ['550 No such user (mail.zeus.example [1.2.3.4])', 'valid', 'accepted'],
    ['550 mailbox unavailable, try again later', 'valid', 'accepted'],
    ['250 2.1.5 Ok', 'catch_all', 'accepts-everything'],
    ['252 cannot verify, will try', 'catch_all', 'accepts-everything'],
    ['451 4.3.0 later', 'unknown', 'catch-all-unverified'],
    ['550 5.7.1 too many recipients from your IP', 'unknown', 'catch-all-unverified'],
  ])('accepted, and the one that cannot exist gets %s: %s', async (said, verdict, reason) => {
    await bench.serve('a.com', { rcpt: (to) => (to === 'mia@a.com' ? '250 ok' : said) });
    const finding = await bench.open().verify('mia@a.com');
    expect(finding).toMatchObject({
      verdict,
      reason,
      evidence: { code: 250, probe: { code: Number(said.slice(0, 3)) } },
    });
    expect(finding.couldNotLook).toBeUndefined();
  });

  test('a mailbox at the domain of our own sender', async () => {
    await bench.serve('a.com', { rcpt: (to) => (to === 'mia@a.com' ? '250 ok' : '550 No such user at a.com') });
    const { verify } = bench.open({ sender: 'zeus@a.com' });
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'invalid', reason: 'no-such-mailbox' });
  });

  test('uses encryption where offered', async () => {
    await bench.serve('a.com', { ehlo: '250-mx\n250 STARTTLS' });
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'valid', evidence: { tls: true } });
  });

  test('non-ASCII letters the server does not support', async () => {
    await bench.serve('a.com');
    expect(await bench.open().verify('jürgen@a.com')).toMatchObject({
      verdict: 'invalid',
      reason: 'unicode-not-taken',
    });
  });
});

describe('cached', () => {
  test('asks a catch-all domain once', async () => {
    const server = await bench.serve('a.com', { rcpt: () => '250 ok' });
    const { verify } = bench.open();
    await verify('mia@a.com');
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'catch_all', evidence: { mxHost: 'mx.a.com' } });
    expect(server.connections()).toBe(1);
    bench.ahead = 15 * 24 * 3600_000;
    await verify('tom@a.com');
    expect(server.connections()).toBe(2);
  });

  test('does not probe a normal domain again', async () => {
    const server = await bench.serve('a.com', {
      rcpt: (to) => (/^(mia|tom)@/.test(to) ? '250 ok' : '550 5.1.1 no such user'),
    });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'valid' });
    expect(await verify('ann@a.com')).toMatchObject({ verdict: 'invalid' });
    expect(recipients(server.heard)).toHaveLength(4);
  });

  test('after greylisting both recipients pass, because both were named before', async () => {
    const seen = new Set<string>();
    let isOpen = false;
    await bench.serve('a.com', {
      rcpt: (to) => {
        if (!isOpen || !seen.has(to)) {
          seen.add(to);
          return '450 4.2.0 Greylisted';
        }
        return to === 'mia@a.com' ? '250 ok' : '550 5.1.1 User unknown';
      },
    });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({
      verdict: 'unknown',
      reason: 'greylisted',
      retryAfterSeconds: 300,
    });
    isOpen = true;
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid', reason: 'accepted' });
  });

  test('twenty at once for one host: never more conversations than allowed', async () => {
    const server = await bench.serve('a.com', {
      rcpt: (to) => (to.startsWith('m') ? '250 ok' : '550 5.1.1 User unknown'),
    });
    const one = bench.open({ limits: { atOnce: 2, waitMs: 60_000 } });
    const two = bench.open({ limits: { atOnce: 2, waitMs: 60_000 } });
    const findings = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : two).verify(`m${i}@a.com`)),
    );
    expect(findings.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 20 }, () => 'valid'));
    // The server may notice that one ended only after the next has connected.
    expect(server.most()).toBeLessThanOrEqual(3);
  });

  test('no slot in time: busy, to be retried soon', async () => {
    await bench.serve('a.com', { rcpt: () => silent });
    const slow = bench.open({ limits: { atOnce: 1, replyMs: 3_000 } });
    const first = slow.verify('mia@a.com');
    await expect.poll(() => bench.db.sql`select 1 from mail_host_slots`, { timeout: 20_000 }).toHaveLength(1);
    const hasty = bench.open({ limits: { atOnce: 1, waitMs: 200 } });
    const finding = await hasty.verify('tom@a.com');
    expect(finding).toMatchObject({ verdict: 'unknown', reason: 'busy', couldNotLook: true });
    expect(finding.retryAfterSeconds).toBeGreaterThanOrEqual(60);
    await first;
  });
});
