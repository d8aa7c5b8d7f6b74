// Which partners are asked in which order, what their answers lead to, and what the row keeps of it. Tables play the partners
// and the mail servers.
import { expect, test } from 'vitest';
import type { DomainFinder, PartnerAddress, PartnerPerson, PersonFinder } from '../../email-finders/email-finder.ts';
import { type Call, ProviderError, type ProviderErrorKind } from '../../provider.ts';
import type { Verdict, Verification, VerificationReason } from '../../verification/verification.ts';
import { checkSite } from '../check-site.ts';
import { lookUpAddress } from '../look-up-address.ts';
import { mailboxesOf } from '../mailboxes.ts';
import type { GuessedAddress, SeenAddress, SiteStudy } from '../site-study.ts';
import type { PartnerResult } from './ask-people.ts';
import { orderFinders } from './order-finders.ts';

const call = {} as Call;
const now = () => new Date('2030-05-05T12:00:00Z');

const reasons: Record<Verdict, VerificationReason> = {
  valid: 'accepted',
  invalid: 'no-such-mailbox',
  catch_all: 'accepts-everything',
  refuses_checks: 'accepts-unseen',
  unknown: 'mailbox-full',
};

const unanswered = ['blocked', 'greylisted', 'pending', 'busy', 'capped'] as const;
type Said = Verdict | (typeof unanswered)[number];

function mailServers(says: Record<string, Said>) {
  const asked: string[] = [];
  return {
    asked,
    hasPartners: true,
    async verifyAddress(address: string): Promise<Verification> {
      asked.push(address);
      const said = says[address] ?? 'invalid';
      const base = { source: 'test', evidence: { at: '2030-05-05T11:00:00Z' } };
      const reason = unanswered.find((one) => one === said);
      if (reason) return { ...base, verdict: 'unknown', reason, couldNotLook: true, retryAfterSeconds: 60 };
      const verdict = said as Verdict;
      return { ...base, verdict, reason: reasons[verdict] };
    },
  };
}

const says = (address: string, more: Partial<PartnerAddress> = {}): PartnerAddress => ({
  ...{ address, verdict: 'unknown' as const, words: `says ${address}` },
  ...more,
});
const fails = (kind: ProviderErrorKind, retryAfterSeconds?: number) => (source: string) =>
  new ProviderError(source, 'cannot', { kind, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });

type Answer = PartnerAddress | null | ReturnType<typeof fails>;

/** `price`: the most an answer costs; `spent`: what each of them does cost. */
function partners(answers: Record<string, Answer>, { price = 0.05, spent = 0.05 } = {}) {
  const asked: string[] = [];
  const results: PartnerResult[] = [];
  const finders = Object.entries(answers).map(
    ([source, answer]): PersonFinder => ({
      source,
      maxDollars: price,
      async findPerson({ firstName, lastName, domain }, { onSpent }) {
        asked.push(`${source}: ${firstName} ${lastName} at ${domain}`);
        if (typeof answer === 'function') throw answer(source);
        onSpent?.(spent);
        return answer;
      },
    }),
  );
  const people = { finders, mostDollars: 0.2, onResult: (one: PartnerResult) => results.push(one) };
  return { asked, results, people };
}

const seen = (address: string): SeenAddress => ({
  ...{ address, kind: 'personal' as const, page: 'https://s.test/', rule: 'text', snippet: '' },
});
const guess = (address: string, isSure = false): GuessedAddress => ({
  ...{ address, pattern: 'first.last', likelihood: 0.5, learntFrom: 0, isSure },
});

interface Case {
  title: string;
  seen?: string;
  guess?: string;
  servers: Record<string, Said>;
  partners: Record<string, Answer>;
  end: object;
  asked: string[];
}

const mia = 'mia.lee@s.test';
const found = (address: string, verdict: Verdict) => ({ kind: 'found', found: { address, verification: { verdict } } });

const cases: Case[] = [
  {
    title: 'a printed address that its server confirms costs nothing',
    seen: 'mia@s.test',
    servers: { 'mia@s.test': 'valid' },
    partners: { one: says('other@s.test') },
    end: found('mia@s.test', 'valid'),
    asked: [],
  },
  {
    title: 'so does a confirmed guess',
    servers: { [mia]: 'valid' },
    partners: { one: says('other@s.test') },
    end: found(mia, 'valid'),
    asked: [],
  },
  {
    title: 'stops at the first partner whose address is confirmed',
    servers: { 'm.lee@s.test': 'valid', 'x@s.test': 'valid' },
    partners: { one: null, two: says('m.lee@s.test'), three: says('x@s.test') },
    end: found('m.lee@s.test', 'valid'),
    asked: ['one', 'two'],
  },
  {
    title: 'a rejected address is not an answer, whatever the partner says',
    servers: { 'm.lee@s.test': 'valid' },
    partners: {
      one: says('gone@s.test', { verdict: 'valid', verifiedAt: '2030-05-01T00:00:00Z' }),
      two: says('m.lee@s.test'),
    },
    end: found('m.lee@s.test', 'valid'),
    asked: ['one', 'two'],
  },
  {
    title: 'keeps a catch-all address as a fallback and asks on',
    servers: { [mia]: 'catch_all', 'm@s.test': 'catch_all', 'mia@other.test': 'valid' },
    partners: { one: says('m@s.test'), two: says('mia@other.test') },
    end: found('mia@other.test', 'valid'),
    asked: ['one', 'two'],
  },
  {
    title: 'takes the fallback when nobody knows better',
    servers: { [mia]: 'catch_all', 'm@s.test': 'catch_all' },
    partners: { one: says('m@s.test'), two: null },
    end: found('m@s.test', 'catch_all'),
    asked: ['one', 'two'],
  },
  {
    title: 'a printed catch-all address comes before a partner’s',
    seen: 'mia@s.test',
    servers: { 'mia@s.test': 'catch_all', 'm@s.test': 'catch_all' },
    partners: { one: says('m@s.test') },
    end: found('mia@s.test', 'catch_all'),
    asked: ['one'],
  },
  {
    title: 'a verification made today needs no second one',
    servers: { [mia]: 'blocked', 'm@s.test': 'blocked' },
    partners: { one: says('m@s.test', { verdict: 'valid', verifiedAt: '2030-05-05T08:00:00Z' }) },
    end: found('m@s.test', 'valid'),
    asked: ['one'],
  },
  {
    title: 'but is not believed at a catch-all',
    servers: { [mia]: 'catch_all', 'm@s.test': 'catch_all' },
    partners: { one: says('m@s.test', { verdict: 'valid', verifiedAt: '2030-05-05T08:00:00Z' }) },
    end: found('m@s.test', 'catch_all'),
    asked: ['one'],
  },
  {
    title: 'nor if it is of tomorrow or of last week',
    servers: { 'a@s.test': 'unknown', 'b@s.test': 'unknown' },
    partners: {
      one: says('a@s.test', { verdict: 'valid', verifiedAt: '2030-05-06T08:00:00Z' }),
      two: says('b@s.test', { verdict: 'valid', verifiedAt: '2030-04-28T08:00:00Z' }),
    },
    end: found('a@s.test', 'unknown'),
    asked: ['one', 'two'],
  },
  {
    title: 'waits for a greylisting server rather than pay',
    servers: { [mia]: 'greylisted' },
    partners: { one: says('m@s.test') },
    end: { kind: 'could-not-look', why: { passesLater: 'greylisting' } },
    asked: [],
  },
  {
    title: 'does not wait for our own limit, but checks again when it ends if nobody knows more',
    servers: { [mia]: 'capped' },
    partners: { one: null },
    end: { kind: 'could-not-look', why: { passesLater: 'limit' } },
    asked: ['one'],
  },
  ...(['greylisted', 'busy'] as const).map((said) => ({
    title: `a partner’s address at a server that is ${said}: nobody else is paid meanwhile`,
    servers: { 'm.lee@s.test': said },
    partners: { one: says('m.lee@s.test'), two: says('x@s.test') },
    end: { kind: 'could-not-look', why: { retryAfterSeconds: 60 }, fallback: { address: 'm.lee@s.test' } },
    asked: ['one'],
  })),
  {
    title: 'our turn at the mail server has not come: nobody is paid for that',
    servers: { [mia]: 'busy' },
    partners: { one: says('m.lee@s.test') },
    end: { kind: 'could-not-look', why: { isUnderWay: true } },
    asked: [],
  },
  {
    title: 'our blocked IP address: a partner’s address is shown unconfirmed, and checked again',
    servers: { [mia]: 'blocked', 'm@s.test': 'blocked' },
    partners: { one: says('m@s.test') },
    end: { kind: 'could-not-look', why: { retryAfterSeconds: 60 }, fallback: { address: 'm@s.test' } },
    asked: ['one'],
  },
  {
    title: 'a partner that is still working: nobody else is asked, and the fallback is kept',
    servers: { [mia]: 'catch_all', 'm@s.test': 'catch_all' },
    partners: { one: says('m@s.test'), two: fails('pending', 20), three: says('x@s.test') },
    end: {
      kind: 'could-not-look',
      why: { isUnderWay: true, retryAfterSeconds: 20 },
      fallback: { address: 'm@s.test', verification: { verdict: 'catch_all' } },
    },
    asked: ['one', 'two'],
  },
  {
    title: 'a verifier that is still working: nobody else is asked',
    servers: { 'm@s.test': 'pending' },
    partners: { one: says('m@s.test'), two: says('x@s.test') },
    end: { kind: 'could-not-look', why: { isUnderWay: true }, fallback: { address: 'm@s.test' } },
    asked: ['one'],
  },
  {
    title: 'an empty account is not "nothing found", and waiting does not help',
    servers: {},
    partners: { hunter: fails('quota'), two: null },
    end: { kind: 'could-not-look', why: { needsOperator: true, message: expect.stringContaining('Hunter') } },
    asked: ['hunter', 'two'],
  },
  {
    title: 'a partner that is down is waited for',
    servers: {},
    partners: { one: fails('auth'), two: fails('unavailable', 30) },
    end: { kind: 'could-not-look', why: { retryAfterSeconds: 30 } },
    asked: ['one', 'two'],
  },
  {
    title: 'a failing partner does not hide another’s answer',
    servers: { 'm@s.test': 'valid' },
    partners: { one: fails('rate_limited', 30), two: says('m@s.test') },
    end: found('m@s.test', 'valid'),
    asked: ['one', 'two'],
  },
  {
    title: 'who asked not to be processed is dropped, and nobody else is asked',
    servers: { 'm@s.test': 'catch_all' },
    partners: { one: says('m@s.test'), two: fails('suppressed'), three: says('x@s.test') },
    end: { kind: 'suppressed', by: 'two' },
    asked: ['one', 'two'],
  },
  {
    title: 'nobody knows an address',
    servers: {},
    partners: { one: null, two: says('not an address') },
    end: { kind: 'none' },
    asked: ['one', 'two'],
  },
];

test.each(cases)('$title', async ({ end, asked, ...given }) => {
  const asking = partners(given.partners);
  const person = {
    name: 'Mia J. Lee',
    seen: given.seen ? [seen(given.seen)] : [],
    guesses: [guess(given.guess ?? mia)],
  };
  const tools = { verifier: mailServers(given.servers), people: asking.people, now };
  expect(await lookUpAddress(tools, person, call)).toMatchObject(end);
  expect(asking.asked).toEqual(asked.map((source) => `${source}: Mia Lee at s.test`));
});

test('answers within the cost limit only, and skips what would exceed it', async () => {
  const answers = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, says(`${name}@s.test`)]));
  const asking = partners(answers, { price: 0.09, spent: 0.04 });
  const servers = mailServers({ 'a@s.test': 'catch_all', 'b@s.test': 'catch_all', 'c@s.test': 'catch_all' });
  const lookup = await lookUpAddress(
    { verifier: servers, people: asking.people, now },
    { name: 'Mia Lee', seen: [], guesses: [guess(mia)] },
    call,
  );
  expect(asking.asked).toHaveLength(2);
  expect(lookup).toMatchObject({
    kind: 'found',
    found: {
      from: { partner: 'a', words: 'says a@s.test' },
      asked: [
        { source: 'zeus-own', outcome: 'nothing' },
        { source: 'a', outcome: 'found', verdict: 'catch_all' },
        { source: 'b', outcome: 'found', verdict: 'catch_all' },
        { source: 'c', outcome: 'skipped' },
      ],
    },
  });
  expect(asking.results).toEqual([
    { source: 'a', isFound: true, isValid: false, dollars: 0.04 },
    { source: 'b', isFound: true, isValid: false, dollars: 0.04 },
  ]);
});

test('a charge for nothing counts against the limit', async () => {
  const asking = partners({ a: null, b: null, c: null }, { price: 0.09, spent: 0.09 });
  const tools = { verifier: mailServers({}), people: asking.people, now };
  await lookUpAddress(tools, { name: 'Mia Lee', seen: [], guesses: [guess(mia)] }, call);
  expect(asking.asked).toHaveLength(2);
  expect(asking.results).toEqual(
    ['a', 'b'].map((source) => ({ source, isFound: false, isValid: false, dollars: 0.09 })),
  );
});

test.each([
  ['somebody with one name', 'Mia', [guess(mia)]],
  ['somebody without a mailbox at the site', 'Mia Lee', []],
])('asks no partner for %s', async (_who, name, guesses) => {
  const asking = partners({ one: says('m@s.test') });
  const tools = { verifier: mailServers({}), people: asking.people, now };
  expect(await lookUpAddress(tools, { name, seen: [], guesses }, call)).toEqual({ kind: 'none' });
  expect(asking.asked).toEqual([]);
});

test('the order: measured dollars per valid address, the price while little is known, else as listed', () => {
  const finder = (source: string, maxDollars: number) => ({ source, maxDollars });
  const finders = [finder('a', 0.05), finder('b', 0.03), finder('c', 0.03)];
  const orderOf = (counts: Record<string, { valid: number; dollars: number }>) =>
    orderFinders(finders, ({ source }) => counts[source]).map(({ source }) => source);
  expect(orderOf({})).toEqual(['b', 'c', 'a']);
  // Cheap answers that are rarely valid are dear.
  expect(orderOf({ b: { valid: 5, dollars: 3 }, a: { valid: 60, dollars: 4 } })).toEqual(['c', 'a', 'b']);
  // One bad day is not enough to judge by.
  expect(orderOf({ b: { valid: 0, dollars: 0.06 } })).toEqual(['c', 'b', 'a']);
});

function study(addresses: SeenAddress[]): SiteStudy {
  return { domain: 's.test', mailDomain: 's.test', page: { kind: 'read' }, people: [], addresses };
}

function domainPartner(answer: PartnerPerson[] | null | ReturnType<typeof fails>, source = 'one') {
  const asked: { domain: string; most: number }[] = [];
  const finder: DomainFinder = {
    source,
    maxDollars: 0.1,
    async findPeople(query, { onSpent }) {
      asked.push(query);
      onSpent?.(0.03);
      if (typeof answer === 'function') throw answer(source);
      return answer;
    },
  };
  return { asked, finder };
}

const partnerPerson = (address: string, name = ''): PartnerPerson => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { ...says(address), firstName, lastName, ...(name ? { position: 'Editor' } : {}) };
};

test('a whole site: partners fill up what the site does not print, confirmed addresses first', async () => {
  const partner = domainPartner([
    partnerPerson('open@s.test', 'Ann Open'),
    partnerPerson('info@s.test'),
    partnerPerson('gone@s.test', 'Gus Gone'),
    partnerPerson('bo@s.test', 'Bo Lind'),
    partnerPerson('full@s.test', 'Fay Full'),
  ]);
  const servers = mailServers({
    ...{ 'info@s.test': 'valid', 'bo@s.test': 'valid', 'open@s.test': 'refuses_checks', 'full@s.test': 'unknown' },
  });
  const tools = { verifier: servers, domains: { finders: [partner.finder], mostDollars: 0.2 }, now };
  const { found, why } = await checkSite(tools, study([seen('info@s.test')]), { most: 10, call });
  expect(found.map(({ address, verification, person }) => [address, verification.verdict, person?.name])).toEqual([
    ['info@s.test', 'valid', undefined],
    ['bo@s.test', 'valid', 'Bo Lind'],
    ['open@s.test', 'refuses_checks', 'Ann Open'],
  ]);
  expect(why).toBeUndefined();
  expect(partner.asked).toEqual([{ domain: 's.test', most: 9 }]);
});

test('a whole site: nobody else is asked while a partner works, or once one has named a valid address', async () => {
  const [working, spare] = [domainPartner(fails('pending', 5)), domainPartner([], 'two')];
  const verifier = mailServers({ 'a@s.test': 'valid' });
  const results: PartnerResult[] = [];
  const onResult = (one: PartnerResult) => results.push(one);
  const tools = (...finders: DomainFinder[]) => ({ verifier, domains: { finders, mostDollars: 1, onResult }, now });
  const waiting = await checkSite(tools(working.finder, spare.finder), study([]), { most: 10, call });
  // What it has paid for so far is not paid for again.
  expect(results).toEqual([{ source: 'one', isFound: false, isValid: false, dollars: 0.03 }]);
  expect(waiting).toMatchObject({ found: [], why: { isUnderWay: true, retryAfterSeconds: 5 } });
  const knows = domainPartner([partnerPerson('a@s.test', 'Ann Lee')]);
  const done = await checkSite(tools(knows.finder, spare.finder), study([]), { most: 10, call });
  expect(done.found).toHaveLength(1);
  expect(spare.asked).toEqual([]);
  const down = domainPartner(fails('unavailable'));
  expect(await checkSite(tools(down.finder), study([]), { most: 10, call })).toMatchObject({ found: [], why: {} });
});

test.each(['medium.com', 'jane.blogspot.com'])('a page on %s: only what it prints', async (domain) => {
  const partner = domainPartner([partnerPerson(`staff@${domain}`, 'Sue Staff')]);
  const verifier = mailServers({
    'jane@s.test': 'valid',
    [`contact@${domain}`]: 'valid',
    [`staff@${domain}`]: 'valid',
  });
  const tools = { verifier, domains: { finders: [partner.finder], mostDollars: 1 }, now };
  const check = async (addresses: SeenAddress[]) => {
    const { found, why } = await checkSite(
      tools,
      { ...study(addresses), domain, mailDomain: domain },
      { most: 10, call },
    );
    return { found: found.map(({ address }) => address), why };
  };
  expect(await check([seen('jane@s.test')])).toEqual({ found: ['jane@s.test'] });
  expect(await check([])).toEqual({ found: [] });
  expect(partner.asked).toEqual([]);
  expect(mailboxesOf({ ...study([]), domain, mailDomain: domain })).toEqual({ seen: [], guesses: [] });
});
