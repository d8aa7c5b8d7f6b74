import { Resolver } from 'node:dns/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { practiceForTests } from '../../server/test/practice-web.ts';
import type { MailPolicy, Site } from '../data/types.ts';
import { talk } from './smtp-talk.ts';
import { judge, type Verdict } from './verdicts.ts';

const practice = practiceForTests({ greylistMs: 300, slowMs: 20 });
const dns = new Resolver({ timeout: 5_000, tries: 1 });

beforeAll(() => dns.setServers([practice.dnsServer]));

function siteWith(policy: MailPolicy): Site {
  const site = practice.world.sites.find((one) => one.mail === policy && one.people.length > 0);
  if (site === undefined) throw new Error(`No site has the mail policy ${policy}.`);
  return site;
}

function open(site: Site): string {
  const known = [...site.people.map((person) => person.address), ...site.generic];
  return (
    known.find((one) => one.endsWith(`@${site.mailDomain}`) && practice.world.mailboxes.get(one)?.state === 'open') ??
    ''
  );
}

const nobody = (site: Site) => `nobody-by-this-name@${site.mailDomain}`;

async function ask(to: string, options: { tls?: boolean; from?: string } = {}): Promise<string> {
  const line = await talk(practice.smtpPort);
  try {
    await line.say('EHLO zeus.localhost');
    if (options.tls === true) {
      await line.startTls();
      await line.say('EHLO zeus.localhost');
    }
    await line.say(`MAIL FROM:<${options.from ?? 'probe@zeus.localhost'}>`);
    return await line.say(`RCPT TO:<${to}>`);
  } finally {
    line.end();
  }
}

const verdict = (address: string): Verdict => judge(practice.world, address).verdict;

describe('mailboxes', () => {
  test.each(['mailboxes', 'second-mx', 'implicit-mx', 'slow'] as const)(
    '%s: knows its users and no others',
    async (policy) => {
      const site = siteWith(policy);
      expect(await ask(open(site))).toMatch(/^250/);
      expect(await ask(nobody(site))).toMatch(/^550/);
      expect([verdict(open(site)), verdict(nobody(site))]).toEqual(['valid', 'invalid']);
    },
  );

  test('refuses full mailboxes, former ones, and unknown users in the words of several servers', async () => {
    const sites = practice.world.sites.filter((site) => site.mail === 'mailboxes');
    const line = await talk(practice.smtpPort);
    await line.say('EHLO zeus.localhost');
    const sayRecipient = async (address: string) => {
      await line.say('MAIL FROM:<probe@zeus.localhost>');
      const reply = await line.say(`RCPT TO:<${address}>`);
      await line.say('RSET');
      return reply.replace(/<[^>]*>/, '');
    };
    for (const [address, { state }] of practice.world.mailboxes) {
      const isHere = sites.some((site) => address.endsWith(`@${site.mailDomain}`));
      if (isHere && state === 'full') expect(await sayRecipient(address), address).toMatch(/^(452|552)/);
      if (isHere && state === 'gone') expect(await sayRecipient(address), address).toMatch(/^550/);
    }
    const replies = new Set<string>();
    for (const site of sites) replies.add(await sayRecipient(nobody(site)));
    expect(replies.size).toBe(4);
    line.end();
  });

  test('a relay and Exchange Online’s edge refuse unknown users in their own words', async () => {
    expect(await ask(open(siteWith('relay')))).toMatch(/^250/);
    expect(await ask(nobody(siteWith('relay')))).toMatch(/^550 5\.1\.1 .*User unknown in relay recipient table/);
    expect(await ask(open(siteWith('edge')))).toMatch(/^250/);
    expect(await ask(nobody(siteWith('edge')))).toMatch(/^550 5\.4\.1 Recipient address rejected: Access denied/);
    expect([verdict(open(siteWith('relay'))), verdict(open(siteWith('edge')))]).toEqual(['valid', 'valid']);
  });

  test('a full mailbox is neither valid nor invalid', async () => {
    const full = [...practice.world.mailboxes]
      .filter(([, mailbox]) => mailbox.state === 'full')
      .map(([address]) => address);
    expect(full.length).toBeGreaterThanOrEqual(3);
    const reachable = full.filter((address) => judge(practice.world, address).reason === 'the mailbox is full');
    expect(reachable.length).toBeGreaterThanOrEqual(2);
    for (const address of reachable) expect(verdict(address)).toBe('unknown');
  });
});

describe('servers with special behavior', () => {
  test('catch-all accepts anyone', async () => {
    const site = siteWith('catch-all');
    expect(await ask(nobody(site))).toMatch(/^250/);
    expect(verdict(nobody(site))).toBe('catch_all');
  });

  test.each(['gateway', 'unseen'] as const)('%s accepts anyone without checking', async (policy) => {
    const site = siteWith(policy);
    expect([await ask(open(site)), await ask(nobody(site))]).toEqual([
      expect.stringMatching(/^250/),
      expect.stringMatching(/^250/),
    ]);
    expect([verdict(open(site)), verdict(nobody(site))]).toEqual(['refuses_checks', 'refuses_checks']);
  });

  test('the edge accepts one recipient per connection', async () => {
    const line = await talk(practice.smtpPort);
    await line.say('EHLO zeus.localhost');
    for (const reply of [/^250/, /^452 4\.5\.3/]) {
      await line.say('MAIL FROM:<probe@zeus.localhost>');
      expect(await line.say(`RCPT TO:<${open(siteWith('edge'))}>`)).toMatch(reply);
      await line.say('RSET');
    }
    line.end();
  });

  test('greylisting defers the first attempt and accepts a later one', async () => {
    const to = open(siteWith('greylist'));
    expect(await ask(to)).toMatch(/^450 4\.2\.0 .*Greylisted/);
    await expect.poll(() => ask(to), { timeout: 20_000, interval: 100 }).toMatch(/^250/);
    expect(verdict(to)).toBe('valid');
  }, 30_000);

  test('greylisting still refuses unknown users later', async () => {
    const to = nobody(siteWith('greylist'));
    await expect.poll(() => ask(to), { timeout: 20_000, interval: 100 }).toMatch(/^550/);
  }, 30_000);

  test('strict TLS requires STARTTLS first', async () => {
    const to = open(siteWith('strict-tls'));
    expect(await ask(to)).toMatch(/^530 5\.7\.0/);
    expect(await ask(to, { tls: true })).toMatch(/^250/);
  });

  test('the tarpit never answers', async () => {
    const to = open(siteWith('tarpit'));
    const line = await talk(practice.smtpPort);
    await line.say('EHLO zeus.localhost');
    await line.say('MAIL FROM:<probe@zeus.localhost>');
    const answer = line.say(`RCPT TO:<${to}>`).catch(() => 'hung up');
    const first = await Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve('silence'), 500))]);
    expect(first).toBe('silence');
    line.end();
    expect(verdict(to)).toBe('unknown');
  });

  test.each([
    ['deferring', /^451/],
    ['blocked', /^554 5\.7\.1 .*blocked/],
  ] as const)('%s says nothing about the mailbox', async (policy, reply) => {
    const site = siteWith(policy);
    expect(await ask(open(site))).toMatch(reply);
    expect(await ask(nobody(site))).toMatch(reply);
    expect(verdict(open(site))).toBe('unknown');
  });

  test('mail is not relayed', async () => {
    expect(await ask('somebody@elsewhere.invalid')).toMatch(/^554 5\.7\.1 .*Relay/);
  });
});

describe('name server', () => {
  test('returns exchanges on this machine', async () => {
    const records = await dns.resolveMx(siteWith('mailboxes').mailDomain);
    expect(records).toHaveLength(1);
    expect(await dns.resolve4(records[0]?.exchange ?? '')).toEqual(['127.0.0.1']);
  });

  test('handles null MX, no MX and missing names', async () => {
    expect(await dns.resolveMx(siteWith('null-mx').mailDomain)).toMatchObject([{ exchange: '', priority: 0 }]);
    await expect(dns.resolveMx(siteWith('no-mx').mailDomain)).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(dns.resolve4(siteWith('no-mx').mailDomain)).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(dns.resolveMx('no-such-name.localhost')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(dns.resolveMx(siteWith('servfail').mailDomain)).rejects.toMatchObject({ code: 'ESERVFAIL' });
    await expect(dns.resolve6(siteWith('mailboxes').mailDomain)).rejects.toMatchObject({ code: 'ENODATA' });
  });

  test('an implicit exchange has an address and no MX', async () => {
    const { mailDomain } = siteWith('implicit-mx');
    await expect(dns.resolveMx(mailDomain)).rejects.toMatchObject({ code: 'ENODATA' });
    expect(await dns.resolve4(mailDomain)).toEqual(['127.0.0.1']);
  });

  test('a second exchange follows one that is down', async () => {
    const records = (await dns.resolveMx(siteWith('second-mx').mailDomain)).sort((a, b) => a.priority - b.priority);
    const [down] = await dns.resolve4(records[0]?.exchange ?? '');
    const [up] = await dns.resolve4(records[1]?.exchange ?? '');
    await expect(talk(practice.smtpPort, down)).rejects.toThrow();
    expect(up).toBe('127.0.0.1');
  });

  test('the fortress refuses clients or cannot be reached', async () => {
    const records = await dns.resolveMx(siteWith('blocked-at-connect').mailDomain);
    const [address] = await dns.resolve4(records[0]?.exchange ?? '');
    const greeting = await talk(practice.smtpPort, address).then(
      (line) => line.greeting,
      () => 'unreachable',
    );
    expect(greeting).toMatch(/^554 5\.7\.1|unreachable/);
  });
});
