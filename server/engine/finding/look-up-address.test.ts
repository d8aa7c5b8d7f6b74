// The order in which addresses are checked, and what the answers lead to. A table plays the mail servers.
import { expect, test } from 'vitest';
import type { Call } from '../provider.ts';
import type { Verification, VerificationReason } from '../verification/verification.ts';
import { checkSite } from './check-site.ts';
import { lookUpAddress } from './look-up-address.ts';
import { mailboxesOf } from './mailboxes.ts';
import type { GuessedAddress, SeenAddress, SiteStudy } from './site-study.ts';

const call = {} as Call;

function mailServers(says: Record<string, [Verification['verdict'], VerificationReason, boolean?]>) {
  const asked: string[] = [];
  return {
    asked,
    async verifyAddress(address: string): Promise<Verification> {
      asked.push(address);
      const [verdict, reason, couldNotLook = false] = says[address] ?? ['invalid', 'no-such-mailbox'];
      const again = couldNotLook ? { couldNotLook, retryAfterSeconds: 60 } : {};
      return { verdict, reason, source: 'test', evidence: { at: '2026-01-01T00:00:00Z' }, ...again };
    },
  };
}

const seen = (address: string, owner?: string): SeenAddress => ({
  address,
  kind: 'personal',
  page: 'https://s.test/',
  rule: 'text',
  snippet: '',
  ...(owner ? { owner } : {}),
});
const guess = (address: string, isSure = false): GuessedAddress => ({
  address,
  pattern: 'first',
  likelihood: 0.5,
  learntFrom: isSure ? 1 : 0,
  isSure,
});

test('checks printed addresses before guesses and stops at the first valid one', async () => {
  const servers = mailServers({ 'b@s.test': ['valid', 'accepted'] });
  const lookup = await lookUpAddress(
    { verifier: servers },
    { seen: [seen('a@s.test'), seen('b@s.test')], guesses: [guess('c@s.test')] },
    call,
  );
  expect(lookup).toMatchObject({ kind: 'found', found: { address: 'b@s.test' } });
  expect(servers.asked).toEqual(['a@s.test', 'b@s.test']);
});

const UNCONFIRMABLE = [
  ['catch_all', 'accepts-everything'],
  ['refuses_checks', 'accepts-unseen'],
] as const;

test.each(UNCONFIRMABLE)(
  'printed where everything is accepted (%s): second best, and no guesses',
  async (...verdict) => {
    const servers = mailServers({ 'a@s.test': [...verdict] });
    const lookup = await lookUpAddress(
      { verifier: servers },
      { seen: [seen('a@s.test')], guesses: [guess('c@s.test')] },
      call,
    );
    expect(lookup).toMatchObject({
      kind: 'found',
      found: { address: 'a@s.test', verification: { verdict: verdict[0] } },
    });
    expect(servers.asked).toEqual(['a@s.test']);
  },
);

test.each(UNCONFIRMABLE)(
  'a guess where everything is accepted (%s) counts only when it is sure',
  async (...verdict) => {
    const servers = mailServers({ 'a@s.test': [...verdict] });
    expect(await lookUpAddress({ verifier: servers }, { seen: [], guesses: [guess('a@s.test')] }, call)).toEqual({
      kind: 'none',
    });
    const sure = await lookUpAddress({ verifier: servers }, { seen: [], guesses: [guess('a@s.test', true)] }, call);
    expect(sure.kind).toBe('found');
  },
);

test('asks a silent server once, and a greylisting one about every address', async () => {
  const guesses = ['a@s.test', 'b@s.test', 'c@s.test'].map((address) => guess(address));
  const silent = mailServers({ 'a@s.test': ['unknown', 'no-answer', true] });
  const lookup = await lookUpAddress({ verifier: silent }, { seen: [], guesses }, call);
  expect(lookup).toMatchObject({ kind: 'could-not-look', why: { retryAfterSeconds: 60 } });
  expect(silent.asked).toEqual(['a@s.test']);
  const grey = mailServers(Object.fromEntries(guesses.map((one) => [one.address, ['unknown', 'greylisted', true]])));
  expect((await lookUpAddress({ verifier: grey }, { seen: [], guesses }, call)).kind).toBe('could-not-look');
  expect(grey.asked).toHaveLength(3);
});

test('keeps a printed address that could not be verified as a fallback; a full mailbox counts as an answer', async () => {
  const blocked = mailServers({ 'a@s.test': ['unknown', 'blocked', true] });
  const unverified = await lookUpAddress(
    { verifier: blocked },
    { seen: [seen('a@s.test')], guesses: [guess('b@s.test')] },
    call,
  );
  expect(unverified).toMatchObject({ kind: 'could-not-look', fallback: { address: 'a@s.test' } });
  expect(blocked.asked).toEqual(['a@s.test']);
  const full = mailServers({ 'a@s.test': ['unknown', 'mailbox-full'] });
  expect(await lookUpAddress({ verifier: full }, { seen: [seen('a@s.test')], guesses: [] }, call)).toMatchObject({
    kind: 'found',
  });
});

function study(people: SiteStudy['people'], addresses: SeenAddress[]): SiteStudy {
  return { domain: 's.test', mailDomain: 's.test', page: { kind: 'read' }, people, addresses };
}
const person = (name: string, isAuthor: boolean, of: { seen?: SeenAddress[]; guesses?: GuessedAddress[] }) => ({
  name,
  firstName: name,
  lastName: '',
  isAuthor,
  evidence: [],
  seen: of.seen ?? [],
  guesses: of.guesses ?? [],
});

test('a site: authors, people, shared mailboxes, up to the limit', async () => {
  const servers = mailServers(
    Object.fromEntries(['z@s.test', 'b@s.test', 'info@s.test', 'x@s.test'].map((a) => [a, ['valid', 'accepted']])),
  );
  const people = [
    person('Bo', false, { seen: [seen('b@s.test', 'Bo')] }),
    person('Xi', false, { guesses: [guess('x@s.test', true)] }),
    person('Zoe', true, { seen: [seen('z@s.test', 'Zoe')] }),
  ];
  const site = study(people, [seen('b@s.test', 'Bo'), seen('z@s.test', 'Zoe'), seen('info@s.test')]);
  const { found } = await checkSite({ verifier: servers }, site, { most: 10, call });
  expect(found.map(({ address, owner }) => [address, owner])).toEqual([
    ['z@s.test', 'Zoe'],
    ['b@s.test', 'Bo'],
    ['x@s.test', 'Xi'],
    ['info@s.test', undefined],
  ]);
  expect((await checkSite({ verifier: servers }, site, { most: 2, call })).found).toHaveLength(2);
});

test('a site without addresses: the usual mailboxes, if confirmed', async () => {
  const servers = mailServers({ 'hello@s.test': ['valid', 'accepted'] });
  const { found } = await checkSite({ verifier: servers }, study([], []), { most: 10, call });
  expect(found.map(({ address, kind }) => [address, kind])).toEqual([['hello@s.test', 'generic']]);
  const open = mailServers({ 'contact@s.test': ['catch_all', 'accepts-everything'] });
  expect((await checkSite({ verifier: open }, study([], []), { most: 10, call })).found).toEqual([]);
});

test('stops asking about a site whose addresses are all dead', async () => {
  const servers = mailServers({});
  const many = Array.from({ length: 300 }, (_, i) => seen(`dead${i}@s.test`));
  expect((await checkSite({ verifier: servers }, study([], many), { most: 10, call })).found).toEqual([]);
  expect(servers.asked.length).toBeLessThanOrEqual(23);
});

test('mailboxes for outreach: editorial ones first, none that only lawyers or machines read', () => {
  const printed = [
    'privacy@s.test',
    'info@s.test',
    'no-reply@s.test',
    'jobs@s.test',
    'redaktion@s.test',
    'shop@s.test',
  ];
  const owned = { ...seen('editor@s.test', 'Zoe'), kind: 'generic' as const };
  const generic = printed.map((address) => ({ ...seen(address), kind: 'generic' as const }));
  const { seen: mailboxes, guesses } = mailboxesOf(study([], [...generic, owned, seen('bo@s.test')]));
  expect(mailboxes.map(({ address }) => address)).toEqual(['redaktion@s.test', 'info@s.test', 'shop@s.test']);
  expect(guesses.map(({ address }) => address)).toEqual(['contact@s.test', 'info@s.test', 'hello@s.test']);
});
