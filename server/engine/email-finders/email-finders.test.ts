// The contract that every partner who knows addresses fulfills, and what each documented failure becomes. The partners are the
// stand-ins of the practice web.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../practice/data/types.ts';
import { judge } from '../../../practice/mail/verdicts.ts';
import { findKnown, isSuppressed, listKnown, sharedAt } from '../../../practice/vendors/partners/partner-truth.ts';
import { type Mood, PRACTICE_KEY, type StandInName } from '../../../practice/vendors/stand-in.ts';
import { ProviderError } from '../provider.ts';
import {
  expectHidden,
  failureOf,
  usualFailures,
  type VendorOptions,
  vendorBenchForTests,
} from '../vendors/test/vendor-bench.ts';
import type { DomainFinder, PersonFinder } from './email-finder.ts';
import { domainFinders, personFinders } from './sources.ts';

const bench = vendorBenchForTests({ sites: 0 });
beforeEach(() => bench.reset());

const labels = [
  'hunter',
  'snovio-v2',
  'clearout',
  'prospeo',
  'voila-norbert',
  'findymail',
  'dropcontact',
  'snovio',
] as const;
type Label = (typeof labels)[number];
const standInOf = (label: Label): StandInName => (label === 'snovio-v2' ? 'snovio' : label);
/** Those that answer with a job. Clearout does so for names with an even number of letters. */
const later: readonly Label[] = ['snovio-v2', 'clearout', 'voila-norbert', 'dropcontact'];
const roomy = { VENDOR_LIMITS: 'snovio.perSecond=100,snovio.perMinute=1000,clearout.perSecond=100' };

function open(label: Label, { env, ...options }: VendorOptions = {}): PersonFinder {
  const [finder] = personFinders(bench.configured({ ...options, env: { PEOPLE_SOURCES: label, ...roomy, ...env } }));
  if (!finder) throw new Error('no finder');
  return finder;
}

function openDomain(label: Label, options: VendorOptions = {}): DomainFinder {
  const [finder] = domainFinders(bench.configured({ ...options, env: { DOMAIN_PEOPLE_SOURCES: label, ...roomy } }));
  if (!finder) throw new Error('no finder');
  return finder;
}

const call = () => ({ outbound: bench.outbound, log: bench.log });
const queryOf = ({ first, last, site }: Person) => ({ firstName: first, lastName: last, domain: site.mailDomain });

/** Asks as a job does: again when the answer is not ready yet. Counts how often it was told to come back. */
async function askUntilReady<Found>(ask: () => Promise<Found>): Promise<{ found: Found; pending: ProviderError[] }> {
  const pending: ProviderError[] = [];
  for (;;) {
    try {
      return { found: await ask(), pending };
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== 'pending') throw error;
      pending.push(error);
    }
  }
}

const find = (finder: PersonFinder, person: Person) => askUntilReady(() => finder.findPerson(queryOf(person), call()));

/** A person the partner knows and who did not object; `fits` narrows it down. */
function knownTo(label: Label, fits: (person: Person) => boolean = () => true): Person {
  const vendor = standInOf(label);
  const person = bench.practice.world.people.find((one) => {
    const known = findKnown(bench.practice.world, vendor, { name: one.name, domain: one.site.mailDomain });
    return known !== null && !known.isGuess && !isSuppressed(one) && fits(one);
  });
  if (!person) throw new Error('nobody');
  return person;
}

const unknownTo = (label: Label) => {
  const { world } = bench.practice;
  const person = world.people.find(
    ({ name, site }) => findKnown(world, standInOf(label), { name, domain: site.mailDomain }) === null,
  );
  if (!person) throw new Error('everybody is known');
  return person;
};

const isQueued = ({ name }: Person) => name.length % 2 === 0;

describe.each(labels)('%s', (label) => {
  test('finds the address of a person, in the words of the partner', async () => {
    const person = knownTo(label, ({ site }) => site.mail === 'mailboxes');
    const finder = open(label);
    const { found } = await find(finder, person);
    expect(finder.source).toBe(label);
    expect(finder.maxDollars).toBeGreaterThan(0);
    expect(found).toMatchObject({ address: person.address, words: expect.stringMatching(/\w+: \w+/) });
    const stated = ['hunter', 'snovio-v2', 'snovio', 'prospeo'].includes(label);
    expect(found?.verdict).toBe(stated ? judge(bench.practice.world, person.address).verdict : 'unknown');
  });

  test('never calls a catch-all valid', async () => {
    const person = knownTo(label, ({ site }) => site.mail === 'catch-all');
    const before = bench.practice.vendors.bill(standInOf(label));
    const { found } = await find(open(label), person);
    if (label === 'prospeo') {
      // Asked for verified addresses only, it charges nothing for others.
      expect(found).toBeNull();
      expect(bench.practice.vendors.bill('prospeo')).toEqual(before);
      return;
    }
    expect(found?.address).toBe(person.address);
    expect(found?.verdict).toBe(['hunter', 'snovio-v2', 'dropcontact'].includes(label) ? 'catch_all' : 'unknown');
  });

  test('an unknown person costs nothing, and the same question is not sent again', async () => {
    const vendor = standInOf(label);
    const before = bench.practice.vendors.bill(vendor);
    expect((await find(open(label), unknownTo(label))).found).toBeNull();
    const [calls] = await bench.db.sql`select count(*) from provider_calls`;
    expect((await find(open(label), unknownTo(label))).found).toBeNull();
    expect(await bench.db.sql`select count(*) from provider_calls`).toEqual([calls]);
    expect(bench.practice.vendors.bill(vendor)).toEqual(before);
  });

  test('the same question is paid for once, and the ledger agrees with the bill', async () => {
    const vendor = standInOf(label);
    // Whom no other test asked about: some partners charge for a person once.
    const person = knownTo(label, ({ site }) => site.mail === 'relay' || site.mail === 'edge');
    const before = bench.practice.vendors.bill(vendor);
    const first = await find(open(label), person);
    const paid = bench.practice.vendors.bill(vendor);
    expect((await find(open(label), person)).found).toEqual(first.found);
    expect(bench.practice.vendors.bill(vendor)).toEqual(paid);
    const [sum] = await bench.db.sql<{ dollars: number }[]>`select sum(dollars) as dollars from provider_calls`;
    expect(sum?.dollars).toBeCloseTo(paid.dollars - before.dollars, 9);
    expect(paid.dollars - before.dollars).toBeCloseTo(open(label).maxDollars, 9);
    expect(await bench.db.sql`select distinct capability from provider_calls`).toEqual([{ capability: 'people' }]);
  });

  test('hostile answers lose the bad addresses only', async () => {
    const person = knownTo(label);
    const { found } = await find(open(label, { mood: 'hostile' }), person);
    const hasGoodOne = /snovio|clearout|dropcontact/.test(label);
    if (hasGoodOne) expect(found?.address).toBe(person.address);
    else expect(found).toBeNull();
    const [size] = await bench.db.sql<
      { bytes: number }[]
    >`select max(length(answer::text)) as bytes from provider_answers`;
    expect(size?.bytes).toBeLessThan(2_000);
  });

  test('a refused key is nowhere: not in the error, the log or the tables', async () => {
    const secret = `SECRET-${label}-9f8e7d`;
    const failure = await failureOf(find(open(label, { mood: 'refused', secret }), knownTo(label)));
    expect(failure).toMatchObject({ kind: 'auth', retryable: false });
    await expectHidden(bench, secret, failure);
  });
});

const documented: Partial<Record<Mood, ProviderError['kind']>> = {
  ...{ ...usualFailures, broke: 'quota', 'busy-until': 'rate_limited' },
};

describe.each(labels)('%s fails', (label) => {
  test.each(Object.entries(documented))('%s is %s', async (mood, kind) => {
    const failure = await failureOf(find(open(label, { mood: mood as Mood }), knownTo(label)));
    expect(failure).toMatchObject({ name: 'ProviderError', source: standInOf(label), kind });
    if (mood === 'busy-until') expect(failure.retryAfterSeconds).toBe(7);
    const [call] = await bench.db.sql<{ outcome: string }[]>`select outcome from provider_calls order by id desc`;
    // A token that was cut off was asked for before the question.
    expect(['lost', kind]).toContain(call?.outcome);
  });
});

describe.each(later)('%s answers later', (label) => {
  test('tells the caller when to come back, and another worker continues the same job', async () => {
    const vendor = standInOf(label);
    const person = knownTo(label, (one) => isQueued(one) && one.site.mail === 'strict-tls');
    const before = bench.practice.vendors.bill(vendor);
    const first = await failureOf(open(label).findPerson(queryOf(person), call()));
    expect(first).toMatchObject({ kind: 'pending', retryAfterSeconds: expect.any(Number) });
    expect(await bench.db.sql`select answer ? 'job' as "isJob" from provider_answers`).toEqual([{ isJob: true }]);
    // The worker that started it, and the one that asked for the result, are dead.
    await bench.db.sql`update provider_calls set outcome = 'under_way', answer_by = now() - interval '1 second'
      where id = (select max(id) from provider_calls)`;
    const { found } = await find(open(label), person);
    expect(found?.address).toBe(person.address);
    expect(bench.practice.vendors.bill(vendor).calls).toBe(before.calls + 1);
  });

  test('a job the partner no longer knows is started again', async () => {
    const person = knownTo(label, (one) => isQueued(one) && one.site.mail === 'mailboxes');
    await failureOf(open(label).findPerson(queryOf(person), call()));
    await bench.db.sql`update provider_answers set answer = jsonb_set(answer, '{job}', '"gone99999"')`;
    const failure = await failureOf(open(label).findPerson(queryOf(person), call()));
    expect(failure).toMatchObject({ kind: 'unavailable', retryable: true });
    expect((await find(open(label), person)).found?.address).toBe(person.address);
  });
});

describe('Hunter', () => {
  test('reports people who asked not to be processed, without counting it as a failure', async () => {
    const { world } = bench.practice;
    const person = world.people.find(
      (one) => isSuppressed(one) && findKnown(world, 'hunter', { name: one.name, domain: one.site.mailDomain }),
    );
    if (!person) throw new Error('nobody');
    const failure = await failureOf(open('hunter').findPerson(queryOf(person), call()));
    expect(failure).toMatchObject({ kind: 'suppressed', retryable: false });
    expect(await bench.db.sql`select outcome, dollars from provider_calls`).toEqual([
      { outcome: 'suppressed', dollars: 0 },
    ]);
    expect(await bench.db.sql`select from provider_rests`).toEqual([]);
    const people = (await openDomain('hunter').findPeople({ domain: person.site.mailDomain, most: 10 }, call())) ?? [];
    expect(people.map(({ address }) => address)).not.toContain(person.address);
  });

  test('states when it verified an address, and a page on which it saw it', async () => {
    const person = knownTo('hunter', ({ address, site }) => site.mail === 'mailboxes' && address.length % 2 === 1);
    const { found } = await find(open('hunter'), person);
    expect(found?.verifiedAt?.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
    expect(found?.page).toMatch(/^http:\/\//);
  });
});

describe.each(['hunter', 'snovio-v2'] as const)('%s: everybody at a domain', (label) => {
  const search = (finder: DomainFinder, domain: string, most = 10) =>
    askUntilReady(() => finder.findPeople({ domain, most }, call()));

  /** A domain with people the partner knows and with shared mailboxes. */
  function domainOf(): string {
    const { world } = bench.practice;
    const site = world.sites.find(
      ({ mailDomain, mail }) =>
        mail === 'mailboxes' &&
        listKnown(world, standInOf(label), mailDomain).length > 1 &&
        sharedAt(world, mailDomain).length > 0,
    );
    if (!site) throw new Error('no such site');
    return site.mailDomain;
  }

  test('finds people with their names, and shared mailboxes without', async () => {
    const domain = domainOf();
    const { found } = await search(openDomain(label), domain);
    const { world } = bench.practice;
    const expected = listKnown(world, standInOf(label), domain).filter(({ person }) => !isSuppressed(person));
    for (const { address, person } of expected.slice(0, 3)) {
      const one = found?.find((row) => row.address === address);
      expect(one).toMatchObject({ firstName: person.first, lastName: person.last, position: person.position });
    }
    const [shared] = sharedAt(world, domain);
    expect(found?.find(({ address }) => address === shared)).toMatchObject({ firstName: '', lastName: '' });
    expect(new Set(found?.map(({ address }) => address)).size).toBe(found?.length);
  });

  test('gives no more than asked for, null for a domain it does not know, and is paid once', async () => {
    const vendor = standInOf(label);
    expect((await search(openDomain(label), domainOf(), 1)).found).toHaveLength(1);
    const before = bench.practice.vendors.bill(vendor);
    expect((await search(openDomain(label), 'nobody-knows.example')).found).toBeNull();
    expect(bench.practice.vendors.bill(vendor)).toEqual(before);
    const { found } = await search(openDomain(label), domainOf());
    const paid = bench.practice.vendors.bill(vendor);
    expect((await search(openDomain(label), domainOf())).found).toEqual(found);
    expect(bench.practice.vendors.bill(vendor)).toEqual(paid);
  });

  test('is paid once, however many are wanted', async () => {
    const domain = domainOf();
    await search(openDomain(label), domain, 2);
    const paid = bench.practice.vendors.bill(standInOf(label));
    await search(openDomain(label), domain, 2);
    if (label === 'hunter') await search(openDomain(label), domain, 10);
    expect(bench.practice.vendors.bill(standInOf(label))).toEqual(paid);
    if (label === 'hunter') expect(await bench.db.sql`select from provider_calls`).toHaveLength(1);
  });

  test('hostile rows cost themselves and nothing else', async () => {
    const domain = domainOf();
    const { found: good } = await search(openDomain(label), domain);
    const { found: bad } = await search(openDomain(label, { mood: 'hostile' }), domain);
    const addresses = (rows: typeof good) => rows?.map(({ address }) => address).toSorted();
    expect(addresses(bad)).toEqual(addresses(good));
  });

  test.each(Object.entries(documented))('%s is %s', async (mood, kind) => {
    const failure = await failureOf(search(openDomain(label, { mood: mood as Mood }), domainOf()));
    expect(failure).toMatchObject({ name: 'ProviderError', source: standInOf(label), kind });
  });
});

test('Snov.io: a person whose search fails does not cost the others', async () => {
  const { world } = bench.practice;
  const site = world.sites.find(({ mailDomain }) => listKnown(world, 'snovio', mailDomain).length > 2);
  const domain = site?.mailDomain ?? '';
  const ask = () => openDomain('snovio-v2').findPeople({ domain, most: 3 }, call());
  // The second time, the list of people is there and the search for each of them is started.
  for (let time = 0; time < 2; time += 1) expect(await failureOf(ask())).toMatchObject({ kind: 'pending' });
  await bench.db.sql`update provider_answers set answer = '{"job":"gone99999"}' where request_hash =
    (select request_hash from provider_calls where outcome = 'ok' order by id desc limit 1)`;
  const { found } = await askUntilReady(ask);
  const people = listKnown(world, 'snovio', domain).map(({ address }) => address);
  expect(found?.slice(0, 2).map(({ address }) => address)).toEqual(people.slice(0, 2));
});

test('the settings decide who is asked, in their order; the legacy calls of Snov.io only if they are listed', () => {
  const sourcesOf = (env: Record<string, string>) =>
    personFinders(bench.configured({ env })).map(({ source }) => source);
  expect(sourcesOf({})).toEqual(labels.filter((label) => label !== 'snovio'));
  expect(sourcesOf({ PEOPLE_SOURCES: 'snovio, hunter' })).toEqual(['snovio', 'hunter']);
  expect(domainFinders(bench.configured()).map(({ source }) => source)).toEqual(['hunter', 'snovio-v2']);
});

test.each([
  ['hunter', '42 credits'],
  ['snovio', '25000 credits'],
  ['voila-norbert', '120 credits'],
  ['clearout', '114563 credits'],
] as const)('%s: a free call shows the operator that it works, and the balance', async (source, balance) => {
  expect(await bench.report(source)).toMatchObject({ works: true, problem: null, balance });
  for (const mood of ['refused', 'broke', 'nonsense'] as const) {
    expect(await bench.report(source, { mood })).toMatchObject({ works: false, problem: expect.any(String) });
  }
  expect(await bench.report(source, { secret: `not ${PRACTICE_KEY}` })).toMatchObject({ works: false });
  expect(await bench.db.sql`select from provider_calls`).toEqual([]);
});
