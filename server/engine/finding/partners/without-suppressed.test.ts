import { expect, test } from 'vitest';
import { mailboxesOf } from '../mailboxes.ts';
import type { SitePerson, SiteStudy } from '../site-study.ts';
import type { SuppressionList } from './suppressed.store.ts';
import { withoutSuppressed } from './without-suppressed.ts';

const listOf = (...addresses: string[]): SuppressionList => ({
  add: () => Promise.reject(new Error('nobody is added')),
  has: async (who) => who.map((one) => 'address' in one && addresses.includes(one.address)),
});

function personWith(name: string, isSure: boolean): SitePerson {
  const [firstName = '', lastName = ''] = name.split(' ');
  const address = `${firstName.toLowerCase()}@tea.example`;
  const guess = { address, pattern: 'first', likelihood: 0.9, learntFrom: 2, isSure };
  return { name, firstName, lastName, isAuthor: true, evidence: [], seen: [], guesses: [guess] };
}

const studyOf = (...people: SitePerson[]): SiteStudy => ({
  ...{ domain: 'tea.example', mailDomain: 'tea.example', page: { kind: 'read' as const } },
  ...{ people, addresses: [] },
});

test('a listed address that is surely the person’s removes the person; one that only may be does not', async () => {
  const [ann, bob] = [personWith('Ann Assam', true), personWith('Bob Black', false)];
  const study = await withoutSuppressed(listOf('ann@tea.example', 'bob@tea.example'), studyOf(ann, bob));
  expect(study).toMatchObject({ people: [bob], suppressed: ['Ann Assam'] });
});

test('a listed mailbox of the site is neither offered nor guessed', async () => {
  const printed = {
    address: 'info@tea.example',
    kind: 'generic' as const,
    page: 'https://tea.example/',
    rule: 'text',
    snippet: 'info@tea.example',
  };
  const study = await withoutSuppressed(listOf(printed.address), { ...studyOf(), addresses: [printed] });
  expect(study.addresses).toEqual([]);
  const { seen, guesses } = mailboxesOf(study);
  expect([...seen, ...guesses].map(({ address }) => address)).toEqual(['contact@tea.example', 'hello@tea.example']);
});
