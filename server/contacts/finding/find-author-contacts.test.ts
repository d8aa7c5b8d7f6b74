// What Author Mode makes of a page whose authors could not all be looked at, and of one without an author or a site.
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import type { FallbackStep } from '../../../shared/outreach-values.ts';
import type { Finder } from '../../engine/finding/finder.ts';
import type { AddressLookup } from '../../engine/finding/look-up-address.ts';
import type { SitePerson } from '../../engine/finding/site-study.ts';
import type { Call } from '../../engine/provider.ts';
import { findAuthorContacts } from './find-author-contacts.ts';
import { findDomainContacts } from './find-domain-contacts.ts';

// The finders below ask nobody, so they need no way out.
const call = { log: pino({ level: 'silent' }) } as unknown as Call;
const why = { message: 'The mail server of tea.example does not answer.' };
const unreachable: AddressLookup = { kind: 'could-not-look', why };

function found(address: string): AddressLookup {
  const from = { address, kind: 'personal' as const, page: 'https://tea.example/', rule: 'text', snippet: '' };
  const evidence = { at: '2026-01-01T00:00:00.000Z', text: 'OK' };
  const verification = {
    verdict: 'valid' as const,
    reason: 'accepted' as const,
    source: 'zeus-own',
    evidence,
  };
  return { kind: 'found', found: { address, kind: 'personal', from, verification } };
}

function personNamed(name: string, what: Pick<SitePerson, 'isAuthor' | 'position'>): SitePerson {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { name, firstName, lastName, evidence: [], seen: [], guesses: [], ...what };
}

const mailbox = 'the mailbox';

/** How the search for the address of each person, or of the site's mailbox, ends. */
function finderOf(people: SitePerson[], ends: Record<string, AddressLookup>) {
  const study = {
    domain: 'tea.example',
    mailDomain: 'tea.example',
    page: { kind: 'read' as const },
    people,
    addresses: [],
  };
  const lookedUp: string[] = [];
  const finder: Finder = {
    studySite: async () => study,
    async lookUpAddress({ name = mailbox }) {
      lookedUp.push(name);
      return ends[name] ?? { kind: 'none' };
    },
    checkSite: async () => ({ found: [] }),
    verifyAddress: () => Promise.reject(new Error('nobody is asked')),
  };
  return { finder, lookedUp };
}

/** A page by authors, each with how the search for their address ends. */
function finderWith(ends: Record<string, AddressLookup>): Finder {
  const authors = Object.keys(ends).map((name) => personNamed(name, { isAuthor: true }));
  return finderOf(authors, ends).finder;
}

test('one author found, one out of reach: Zeus looks again, and what was found is a result', async () => {
  const finder = finderWith({ 'Ann Bee': found('ann@tea.example'), 'Cy Dee': unreachable });
  const { drafts, wait, problem } = await findAuthorContacts(
    finder,
    { url: 'https://tea.example/a', fallbackOrder: ['editor'] },
    call,
  );
  expect(drafts.map(({ email }) => email.state)).toEqual(['found', 'unfetched']);
  expect(wait).toEqual(why);
  expect(problem).toBeUndefined();
});

test('all authors out of reach: the search failed, and says why', async () => {
  const finder = finderWith({ 'Ann Bee': unreachable, 'Cy Dee': unreachable });
  expect(
    await findAuthorContacts(finder, { url: 'https://tea.example/a', fallbackOrder: ['editor'] }, call),
  ).toMatchObject({
    wait: why,
    problem: why.message,
  });
});

test.each([findAuthorContacts, findDomainContacts])('$name: looks for no one at a parked domain', async (find) => {
  const page = { kind: 'parked' as const, message: 'tea.example is parked or for sale.' };
  const { finder, lookedUp } = finderOf([], {});
  const study = await finder.studySite('https://tea.example/a');
  const checkSite = vi.fn(finder.checkSite);
  const parked: Finder = { ...finder, checkSite, studySite: async () => ({ ...study, page }) };
  const searched = { url: 'https://tea.example/a', fallbackOrder: ['generic' as const] };
  expect(await find(parked, searched, call)).toEqual({ drafts: [], contactForm: null, problem: page.message });
  expect(lookedUp).toEqual([]);
  expect(checkSite).not.toHaveBeenCalled();
});

describe('a page without an author', () => {
  const team = [
    personNamed('Eva Ink', { isAuthor: false, position: 'Editor' }),
    personNamed('Max Loud', { isAuthor: false, position: 'Marketing Manager' }),
    personNamed('Flo Boss', { isAuthor: false, position: 'Founder' }),
  ];
  const later: AddressLookup = { kind: 'could-not-look', why: { ...why, passesLater: 'greylisting' } };
  async function search(fallbackOrder: FallbackStep[], ends: Record<string, AddressLookup>) {
    const { finder, lookedUp } = finderOf(team, ends);
    const findings = await findAuthorContacts(finder, { url: 'https://tea.example/a', fallbackOrder }, call);
    const states = findings.drafts.map(({ lastName, email }) => `${lastName || mailbox}: ${email.state}`);
    return { ...findings, lookedUp, states };
  }

  test('the mailbox has its place in the order, and one address is enough', async () => {
    const all: FallbackStep[] = ['editor', 'generic', 'founder'];
    const info = await search(all, { [mailbox]: found('info@tea.example') });
    expect(info.lookedUp).toEqual(['Eva Ink', mailbox]);
    expect(info.states).toEqual([`${mailbox}: found`, 'Ink: none', 'Boss: unfetched', 'Loud: unfetched']);
    expect((await search(all, {})).lookedUp).toEqual(['Eva Ink', mailbox, 'Flo Boss']);
    expect((await search(all, { 'Eva Ink': found('eva@tea.example') })).lookedUp).toEqual(['Eva Ink']);
    expect((await search(['editor'], {})).lookedUp).toEqual(['Eva Ink']);
  });

  test('greylisting servers leave at most one address to pay for', async () => {
    const all: FallbackStep[] = ['editor', 'marketing', 'generic'];
    const waiting = { 'Eva Ink': later, 'Max Loud': later };
    expect((await search(all, { ...waiting, [mailbox]: later })).states).toEqual([
      'Ink: fetching',
      'Loud: unfetched',
      'Boss: unfetched',
    ]);
    const { states, problem, wait } = await search(all, { ...waiting, [mailbox]: found('info@tea.example') });
    expect(states).toEqual([`${mailbox}: found`, 'Ink: unfetched', 'Loud: unfetched', 'Boss: unfetched']);
    expect({ problem, wait }).toMatchObject({ problem: undefined, wait: why });
  });

  test('a mailbox that could not be verified fails the search', async () => {
    const { states, problem } = await search(['generic'], { [mailbox]: unreachable });
    expect(states).toEqual(['Ink: unfetched', 'Loud: unfetched', 'Boss: unfetched']);
    expect(problem).toBe(why.message);
  });
});
