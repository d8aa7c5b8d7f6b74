// What a page with several authors comes to when only some of them could be looked at.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Finder } from '../../engine/finding/finder.ts';
import type { AddressLookup } from '../../engine/finding/look-up-address.ts';
import type { SitePerson } from '../../engine/finding/site-study.ts';
import type { Call } from '../../engine/provider.ts';
import { findAuthorContacts } from './find-author-contacts.ts';

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
    role: false,
    evidence,
  };
  return { kind: 'found', found: { address, kind: 'personal', from, verification } };
}

/** A page by authors, each with how the search for their address ends. */
function finderWith(ends: Record<string, AddressLookup>): Finder {
  const people = Object.keys(ends).map((name): SitePerson => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return { name, firstName, lastName, isAuthor: true, evidence: [], seen: [], guesses: [] };
  });
  const study = {
    domain: 'tea.example',
    mailDomain: 'tea.example',
    page: { kind: 'read' as const },
    people,
    addresses: [],
  };
  const rest = Object.values(ends).values();
  return {
    studySite: async () => study,
    lookUpAddress: async () => rest.next().value ?? unreachable,
    checkSite: async () => ({ found: [] }),
    verifyAddress: () => Promise.reject(new Error('nobody is asked')),
  };
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
