import { expect, test } from 'vitest';
import { fallbackSteps } from '../../../shared/outreach-values.ts';
import { isWanted, orderPeople, rankOfAddress, rankOfPerson } from './outreach-order.ts';

const people = [
  { name: 'Olga', isAuthor: false, position: 'Head Roaster' },
  { name: 'Fay', isAuthor: false, position: 'Founder' },
  { name: 'Max', isAuthor: false, position: 'SEO Manager' },
  { name: 'Una', isAuthor: false },
  { name: 'Eva', isAuthor: false, position: 'Managing Editor' },
  { name: 'Cy', isAuthor: false, position: 'Head of Content' },
  { name: 'Ann', isAuthor: true, position: 'Founder' },
];
const namesBy = (order: Parameters<typeof orderPeople>[1]) => orderPeople(people, order).map(({ name }) => name);

test('the author first, then by position, then everybody else', () => {
  expect(namesBy(fallbackSteps)).toEqual(['Ann', 'Eva', 'Cy', 'Max', 'Fay', 'Olga', 'Una']);
  expect(namesBy(['founder', 'marketing'])).toEqual(['Ann', 'Fay', 'Max', 'Olga', 'Una', 'Eva', 'Cy']);
  expect(namesBy([])).toEqual(['Ann', 'Olga', 'Fay', 'Max', 'Una', 'Eva', 'Cy']);
});

test('a shared mailbox has its own place, which is the last if the order leaves it out', () => {
  const [, founder] = people;
  const generic = { kind: 'generic' } as const;
  expect(rankOfAddress(generic, fallbackSteps)).toBeGreaterThan(rankOfPerson({ isAuthor: false }, fallbackSteps));
  expect(rankOfAddress(generic, ['form'])).toBeGreaterThan(rankOfPerson({ isAuthor: false }, ['form']));
  const genericFirst = ['generic', 'founder'] as const;
  expect(rankOfAddress(generic, genericFirst)).toBeLessThan(rankOfPerson(founder ?? { isAuthor: false }, genericFirst));
});

test('an address at a public email service whose owner is unknown comes last', () => {
  for (const order of [fallbackSteps, ['generic', 'founder'], ['form']] as const) {
    const ranks = [rankOfAddress({ kind: 'generic' }, order), rankOfPerson({ isAuthor: false }, order)];
    expect(rankOfAddress({ kind: 'webmail' }, order)).toBeGreaterThan(Math.max(...ranks));
  }
});

test('roles that the order leaves out are not wanted, authors and unknown positions always are', () => {
  const wanted = people.filter((person) => isWanted(person, ['editor', 'generic'])).map(({ name }) => name);
  expect(wanted).toEqual(['Olga', 'Una', 'Eva', 'Cy', 'Ann']);
});
