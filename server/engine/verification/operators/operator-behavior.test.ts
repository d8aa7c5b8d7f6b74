// Our verifier against servers that behave like the large operators, over real sockets and a real database.

import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { cleanUpVerification } from '../stores/clean-up.ts';
import { listBusiestOperators, listReplies } from '../stores/mail-replies.store.ts';
import { drop, type ServerBehavior } from '../test/mail-server.ts';
import { ownBench } from '../test/own-bench.ts';
import { watchMailOperators } from '../watch-operators.ts';
import { paceWith } from './pace.ts';

const bench = ownBench();
const HOUR = 3600_000;
const knowsMia =
  (unknown: string): Required<ServerBehavior>['rcpt'] =>
  (recipient) =>
    recipient.startsWith('mia@') ? '250 2.1.5 Ok' : unknown;
const recipients = (heard: string[]) => heard.filter((line) => line.startsWith('RCPT'));
const domains = Array.from({ length: 10 }, (_, i) => `golf${i}.com`);

test('distinguishes mailboxes behind a Postfix relay', async () => {
  const unknown = '550 5.1.1 <x>: Recipient address rejected: User unknown in relay recipient table';
  await bench.serve('a.com', { rcpt: knowsMia(unknown) });
  const { verify } = bench.open();
  expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid', reason: 'accepted' });
  expect(await verify('tom@a.com')).toMatchObject({ verdict: 'invalid', reason: 'no-such-mailbox' });
});

describe('one recipient accepted and a random one refused', () => {
  test.each([
    '503 5.5.1 Bad sequence of commands',
    '530 5.7.1 Authentication required',
    '554 5.5.0 Only one recipient per session',
    '554 Transaction failed',
  ])('proves nothing if it is not for the recipient: %s', async (said) => {
    await bench.serve('a.com', { rcpt: knowsMia(said) });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'catch-all-unverified' });
  });

  test('proves that the first exists if the recipient itself is refused', async () => {
    await bench.serve('a.com', { rcpt: knowsMia('550 5.7.1 <x>: Recipient address rejected: Access denied') });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid', reason: 'accepted' });
  });

  test('is asked again in a connection of its own', async () => {
    const replies = ['250 2.1.5 Ok', '554 5.5.0 Only one recipient per session', '550 5.1.1 User unknown'];
    const server = await bench.serve('a.com', { rcpt: (_, count) => replies[count - 1] ?? '' });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid', reason: 'accepted' });
    expect(server.connections()).toBe(2);
  });
});

describe('a mail server that does not serve the domain', () => {
  const notServed: ServerBehavior = { rcpt: () => '550 5.7.1 Relaying denied' };

  async function serveTwice(domain: string, first: ServerBehavior, second: ServerBehavior) {
    await bench.serveAs(`mx1.${domain}`, [], first);
    await bench.serveAs(`mx2.${domain}`, [], second);
    bench.net.exchanges[domain] = [`mx1.${domain}`, `mx2.${domain}`];
  }

  test('is not the last word if another one does', async () => {
    await serveTwice('a.com', notServed, { rcpt: knowsMia('550 5.1.1 User unknown') });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'invalid', reason: 'no-such-mailbox' });
  });

  test('makes the address invalid if all say so, and unknown if another could not be asked', async () => {
    await serveTwice('a.com', notServed, notServed);
    await serveTwice('b.com', notServed, { greeting: '554 No service for you' });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'invalid', reason: 'domain-not-served' });
    expect(await verify('mia@b.com')).toMatchObject({ verdict: 'unknown', reason: 'blocked' });
  });
});

describe('an operator that refuses our server', () => {
  test.each([
    ['mx.smallhost.com', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
    ['hotmail-com.olc.protection.outlook.com', "550 5.7.1 Messages from [192.0.2.1] weren't sent (S3140)."],
  ])('%s is left alone as a whole, and the operator is notified once: %s', async (host, said) => {
    const server = await bench.serveAs(host, domains, { rcpt: () => said });
    const { verify, warnings } = bench.open();
    for (const domain of domains) {
      expect(await verify(`mia@${domain}`)).toMatchObject({
        verdict: 'unknown',
        reason: 'blocked',
        couldNotLook: true,
      });
    }
    expect(server.connections()).toBe(1);
    const other = bench.open();
    expect(await other.verify('tom@golf1.com')).toMatchObject({ reason: 'blocked', evidence: { mxHost: host } });
    expect(server.connections()).toBe(1);
    expect(warnings).toMatchObject([{ mxHost: host, code: Number(said.slice(0, 3)), until: expect.any(Date) }]);
    expect(other.warnings).toEqual([]);
    bench.ahead = 6 * HOUR + 1_000;
    await verify('mia@golf2.com');
    expect(server.connections()).toBe(2);
    expect(warnings).toHaveLength(2);
  });

  test('ten checks at once use no more conversations than allowed', async () => {
    const rcpt: ServerBehavior['rcpt'] = () => '550 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org';
    const server = await bench.serveAs('mx.smallhost.com', domains, { rcpt });
    const { verify, warnings } = bench.open({ limits: { atOnce: 2 } });
    const all = await Promise.all(domains.map((domain) => verify(`mia@${domain}`)));
    expect(new Set(all.map(({ reason }) => reason))).toEqual(new Set(['blocked']));
    expect(server.connections()).toBeLessThanOrEqual(2);
    expect(warnings).toHaveLength(1);
  });

  test('/metrics names it while it rests, and groups small operators', async () => {
    const rcpt: ServerBehavior['rcpt'] = () => '550 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org';
    await bench.serveAs('aspmx.l.google.com', ['a.com'], { rcpt });
    await bench.serveAs('mx.small-one.com', ['b.com'], { rcpt });
    await bench.serveAs('mx.small-two.com', ['c.com'], { rcpt });
    const { verify } = bench.open();
    for (const name of 'abc') await verify(`mia@${name}.com`);
    const registry = new Registry();
    let at = new Date();
    watchMailOperators(registry, bench.db.kysely, () => at);
    const text = await registry.metrics();
    expect(text).toContain('zeus_mail_operators_resting{operator="google"} 1');
    expect(text).toContain('zeus_mail_operators_resting{operator="other"} 2');
    at = new Date(Date.now() + 7 * HOUR);
    expect(await registry.metrics()).not.toContain('operator="google"');
    expect(await listBusiestOperators(bench.db.kysely, new Date())).toContainEqual({
      operator: 'google',
      addresses: 1,
      unknown: 0,
    });
    expect(await listReplies(bench.db.kysely, 'google')).toMatchObject([{ code: 550, judged: 'blocked' }]);
  });

  test('its other hosts rest too, but other operators do not', async () => {
    const listed = await bench.serveAs('alt1.aspmx.l.google.com', ['a.com'], {
      greeting: '421 4.7.0 Our system has detected an unusual rate of mail from your IP address',
    });
    const sister = await bench.serveAs('aspmx2.googlemail.com', ['b.com']);
    await bench.serve('c.com');
    const { verify } = bench.open();
    await verify('mia@a.com');
    expect(await verify('mia@b.com')).toMatchObject({ verdict: 'unknown', reason: 'blocked' });
    expect(await verify('mia@c.com')).toMatchObject({ verdict: 'valid' });
    expect([listed.connections(), sister.connections()]).toEqual([1, 0]);
    bench.ahead = HOUR + 1_000;
    expect(await verify('mia@b.com')).toMatchObject({ verdict: 'valid' });
  });

  test('a refusal of the random address proves nothing, and rests the operator too', async () => {
    const server = await bench.serve('a.com', { rcpt: knowsMia('550 5.7.1 192.0.2.1 is on our blocklist') });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'catch-all-unverified' });
    expect(await verify('tom@a.com')).toMatchObject({ reason: 'blocked' });
    expect(server.connections()).toBe(1);
  });
});

describe('operators that accept everything', () => {
  test.each(['mta5.am0.yahoodns.net', 'mxs.mail.ru'])('%s is not even asked', async (host) => {
    const server = await bench.serveAs(host, ['a.com'], { rcpt: () => '250 ok' });
    const finding = await bench.open().verify('mia@a.com');
    expect(finding).toMatchObject({ verdict: 'refuses_checks', reason: 'accepts-unseen', evidence: { mxHost: host } });
    expect(finding.couldNotLook).toBeUndefined();
    expect(server.connections()).toBe(0);
  });

  test('a gateway that does not check is reported; one that does is trusted', async () => {
    const blind = await bench.serveAs('mx0a.pphosted.com', ['a.com'], { rcpt: () => '250 ok' });
    await bench.serveAs('mx0b.pphosted.com', ['b.com'], { rcpt: knowsMia('550 5.1.1 User Unknown') });
    const { verify } = bench.open();
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'refuses_checks', reason: 'accepts-unseen' });
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'refuses_checks' });
    expect(blind.connections()).toBe(1);
    expect(await verify('mia@b.com')).toMatchObject({ verdict: 'valid' });
    expect(await verify('tom@b.com')).toMatchObject({ verdict: 'invalid' });
  });

  test('"cannot verify, but will try" proves nothing', async () => {
    await bench.serve('a.com', { rcpt: () => '252 2.1.5 Cannot verify user' });
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'refuses_checks' });
  });
});

describe('one recipient per transaction', () => {
  test('names the random address in a separate transaction', async () => {
    let named = 0;
    const rcpt: Required<ServerBehavior>['rcpt'] = (recipient, count) => {
      named += 1;
      return named > 1 ? '452 4.5.3 Too many recipients' : knowsMia('550 5.1.1 User unknown')(recipient, count);
    };
    const mail: ServerBehavior['mail'] = (socket) => {
      named = 0;
      socket.write('250 2.1.0 Ok\r\n');
    };
    const server = await bench.serve('a.com', { mail, rcpt });
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
    expect(server.connections()).toBe(1);
  });

  test('uses a separate connection at Microsoft', async () => {
    const server = await bench.serveAs('a-com.mail.protection.outlook.com', ['a.com'], {
      rcpt: knowsMia('550 5.4.1 Recipient address rejected: Access denied. [x.prod.protection.outlook.com]'),
    });
    const { verify } = bench.open({ limits: { holdMs: 3_000 } });
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
    expect(server.connections()).toBe(2);
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'invalid', reason: 'no-such-mailbox' });
    expect(server.connections()).toBe(3);
    expect(server.heard).not.toContain('RSET');
  });

  test('retries in another connection when a server hangs up at the second transaction', async () => {
    const server = await bench.serve('a.com', { rset: drop, rcpt: knowsMia('550 5.1.1 User unknown') });
    expect(await bench.open().verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
    expect(server.connections()).toBe(2);
  });

  test('skips the random address after a flat refusal; names both to a greylisting server', async () => {
    const no = await bench.serve('a.com', { rcpt: () => '550 5.1.1 User unknown' });
    const later = await bench.serve('b.com', { rcpt: () => '450 4.2.0 Greylisted' });
    const { verify } = bench.open();
    await verify('mia@a.com');
    expect(await verify('mia@b.com')).toMatchObject({ reason: 'greylisted', evidence: { code: 450 } });
    expect([recipients(no.heard).length, recipients(later.heard).length]).toEqual([1, 2]);
  });
});

describe('our own limits', () => {
  test('a limited number of addresses per day, and more the next day', async () => {
    const server = await bench.serveAs('aspmx.l.google.com', domains, { rcpt: knowsMia('550 5.1.1 NoSuchUser') });
    const { verify } = bench.open({ paceOf: paceWith({ google: 2 }) });
    expect(await verify('mia@golf0.com')).toMatchObject({ verdict: 'valid' });
    expect(await verify('mia@golf1.com')).toMatchObject({ verdict: 'valid' });
    const capped = await verify('mia@golf2.com');
    expect(capped).toMatchObject({ verdict: 'unknown', reason: 'capped', couldNotLook: true });
    expect(capped.retryAfterSeconds).toBeGreaterThan(23 * 3600);
    expect(capped.retryAfterSeconds).toBeLessThanOrEqual(24 * 3600);
    expect(server.connections()).toBe(2);
    bench.ahead = 24 * HOUR + 60_000;
    expect(await verify('mia@golf2.com')).toMatchObject({ verdict: 'valid' });
  });

  test('few unknown recipients per hour at one host', async () => {
    const server = await bench.serve('a.com', { rcpt: () => '550 5.1.1 User unknown' });
    const { verify } = bench.open();
    for (let i = 0; i < 20; i++) expect(await verify(`guess${i}@a.com`)).toMatchObject({ verdict: 'invalid' });
    expect(await verify('guess21@a.com')).toMatchObject({ verdict: 'unknown', reason: 'capped' });
    expect(recipients(server.heard)).toHaveLength(20);
    bench.ahead = HOUR + 60_000;
    expect(await verify('guess21@a.com')).toMatchObject({ verdict: 'invalid' });
  });

  test('a user who shares an operator with others leaves as much as they used', async () => {
    const many = Array.from({ length: 20 }, (_, i) => `tee${i}.com`);
    const server = await bench.serveAs('aspmx.l.google.com', many, { rcpt: knowsMia('550 5.1.1 NoSuchUser') });
    const { verifyFor } = bench.open({ paceOf: paceWith({ google: 9 }) });
    const [ann, bob, cy] = [randomUUID(), randomUUID(), randomUUID()];
    let next = 0;
    /** Checks addresses until the limit; returns how many. */
    const checkAll = async (user: string) => {
      for (let count = 0; ; count++) {
        const finding = await verifyFor(user, `mia@tee${next}.com`);
        if (finding.reason === 'capped') return { count, finding };
        next += 1;
      }
    };
    await verifyFor(bob, `mia@tee${next++}.com`);
    bench.ahead = HOUR;
    expect((await checkAll(ann)).count).toBe(4);
    bench.ahead = 2 * HOUR;
    expect((await checkAll(bob)).count).toBe(2);
    bench.ahead = 3 * HOUR;
    const { count, finding } = await checkAll(cy);
    expect(count).toBe(1);
    expect(server.connections()).toBe(8);
    // Bob's first check is forgotten in 21 hours.
    expect(finding.retryAfterSeconds).toBeGreaterThan(20 * 3600);
    expect(finding.retryAfterSeconds).toBeLessThanOrEqual(21 * 3600);
    bench.ahead = 3 * HOUR + (finding.retryAfterSeconds ?? 0) * 1000;
    expect(await verifyFor(cy, `mia@tee${next}.com`)).toMatchObject({ verdict: 'valid' });
  });

  test('unknown recipients are shared the same way, and waiting users do not get each other’s answer', async () => {
    await bench.serve('a.com', { rcpt: knowsMia('550 5.1.1 User unknown') });
    const { verifyFor } = bench.open();
    const [ann, bob] = [randomUUID(), randomUUID()];
    await verifyFor(bob, 'mia@a.com');
    for (let i = 0; i < 10; i++) expect(await verifyFor(ann, `guess${i}@a.com`)).toMatchObject({ verdict: 'invalid' });
    const both = await Promise.all([verifyFor(ann, 'guess10@a.com'), verifyFor(bob, 'guess11@a.com')]);
    expect(both).toMatchObject([{ reason: 'capped' }, { reason: 'no-such-mailbox' }]);
  });

  test('a user who is alone at an operator has all of its limit', async () => {
    await bench.serveAs('aspmx.l.google.com', domains, { rcpt: knowsMia('550 5.1.1 NoSuchUser') });
    await bench.serve('a.com');
    const { verifyFor } = bench.open({ paceOf: paceWith({ google: 4 }) });
    const ann = randomUUID();
    await verifyFor(randomUUID(), 'mia@a.com');
    for (let i = 0; i < 4; i++) expect(await verifyFor(ann, `mia@golf${i}.com`)).toMatchObject({ verdict: 'valid' });
    expect(await verifyFor(ann, 'mia@golf4.com')).toMatchObject({ reason: 'capped' });
  });

  test('another host of the domain does not get around a limit', async () => {
    const first = await bench.serveAs('mx1.a.com', ['a.com'], { rcpt: knowsMia('550 5.1.1 User unknown') });
    const second = await bench.serveAs('mx2.a.com', ['a.com']);
    bench.net.exchanges['a.com'] = ['mx1.a.com', 'mx2.a.com'];
    const { verify } = bench.open({ paceOf: paceWith({ 'a.com': 1 }) });
    await verify('mia@a.com');
    expect(await verify('tom@a.com')).toMatchObject({ reason: 'capped', evidence: { mxHost: 'mx1.a.com' } });
    expect([first.connections(), second.connections()]).toEqual([1, 0]);
  });

  test('never contacts an operator that the settings exclude', async () => {
    const server = await bench.serveAs('hotmail-com.olc.protection.outlook.com', ['hotmail.com']);
    const { verify } = bench.open({ paceOf: paceWith({ outlook: 0 }) });
    expect(await verify('mia@hotmail.com')).toMatchObject({ verdict: 'refuses_checks', reason: 'not-asked' });
    expect(server.connections()).toBe(0);
  });

  test('unlisted operators get the default', () => {
    const small = { id: 'small.example', mx: [] };
    expect(paceWith()(small).perDay).toBe(500);
    expect(paceWith({ default: 40 })(small).perDay).toBe(40);
    expect(paceWith({ default: 40, 'small.example': 0 })(small).perDay).toBe(0);
    expect(paceWith({ default: 40 })({ id: 'outlook', mx: [], perDay: 100 }).perDay).toBe(100);
  });
});

test('records every reply with stage, code, text and MX host for 30 days, without any address', async () => {
  await bench.serve('a.com', {
    rcpt: knowsMia('550 5.1.1 <zoe@b.org> asked verify@zeus.example; tom is unknown'),
  });
  await bench.serve('b.com', { greeting: '554 5.7.1 go away' });
  const { verify } = bench.open();
  for (const address of ['tom@a.com', 'mia@a.com', 'mia@b.com']) await verify(address);
  const rows = await bench.db.sql`select operator, mx_host, stage, code, reply, judged from mail_replies order by id`;
  const random = expect.stringMatching(/^5\.1\.1 <…> asked verify@zeus\.example; tom is unknown$/);
  const a = { operator: 'a.com', mx_host: 'mx.a.com' };
  expect(rows).toEqual([
    {
      ...a,
      stage: 'recipient',
      code: 550,
      judged: expect.any(String),
      reply: '5.1.1 <…> asked verify@zeus.example; … is unknown',
    },
    { ...a, stage: 'recipient', code: 250, judged: 'accepted', reply: '2.1.5 Ok' },
    { ...a, stage: 'random', code: 550, judged: expect.any(String), reply: random },
    { operator: 'b.com', mx_host: 'mx.b.com', stage: 'greeting', code: 554, judged: 'blocked', reply: '5.7.1 go away' },
  ]);
  const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR);
  await cleanUpVerification(bench.db.kysely, inDays(29));
  expect(await bench.db.sql`select 1 from mail_replies`).toHaveLength(4);
  await bench.db.sql`insert into mail_operators values ('b.com', now(), now(), 'blocked', 'mx.b.com', 554, 'listed')`;
  await cleanUpVerification(bench.db.kysely, inDays(31));
  expect(await bench.db.sql`select 1 from mail_replies union all select 1 from mail_operators`).toEqual([]);
});
