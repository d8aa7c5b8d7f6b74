import { expect, test } from 'vitest';
import { guessAddresses, mailDomainOf } from './guess-addresses.ts';
import type { SeenAddress } from './site-study.ts';

const jane = { name: 'Jane Doe', firstName: 'Jane', lastName: 'Doe' };
const bo = { name: 'Bo Lind', firstName: 'Bo', lastName: 'Lind' };
const joerg = { name: 'Jörg Lind', firstName: 'Jörg', lastName: 'Lind' };

function seen(address: string, owner?: string, kind: SeenAddress['kind'] = 'personal'): SeenAddress {
  return { address, kind, page: 'https://site.test/team', rule: 'mailto', snippet: '', ...(owner ? { owner } : {}) };
}
const addresses = (guesses: { address: string }[] | undefined) => guesses?.map(({ address }) => address);

test("the site's pattern comes first, and is certain if the name has only one spelling", () => {
  const [, ofBo, ofJoerg] = guessAddresses([jane, bo, joerg], 'site.test', [seen('j.doe@site.test', 'Jane Doe')]);
  expect(ofBo?.[0]).toMatchObject({
    ...{ address: 'b.lind@site.test', learntFrom: 1, isSure: true },
    learntOf: ['Jane Doe'],
  });
  expect(ofJoerg?.[0]).toMatchObject({ learntFrom: 1, isSure: true });
  const [, spelled] = guessAddresses([jane, joerg], 'site.test', [seen('jane.doe@site.test', 'Jane Doe')]);
  expect(addresses(spelled)?.slice(0, 2)).toEqual(['jorg.lind@site.test', 'joerg.lind@site.test']);
  expect(spelled?.[0]?.isSure).toBe(false);
});

test('without a known pattern, the full name is tried before the first name, and nothing is certain', () => {
  const [guesses] = guessAddresses([jane], 'site.test', []);
  expect(addresses(guesses)).toEqual([
    'jane.doe@site.test',
    'jdoe@site.test',
    'janedoe@site.test',
    'j.doe@site.test',
    'jane@site.test',
  ]);
  expect(guesses?.some(({ isSure }) => isSure)).toBe(false);
});

test('skips addresses that two people could share, that belong to someone else, or at a hosting platform', () => {
  const twin = { name: 'Jane Roe', firstName: 'Jane', lastName: 'Roe' };
  const [guesses] = guessAddresses([jane, twin], 'site.test', [seen('jdoe@site.test')]);
  expect(addresses(guesses)).not.toContain('jane@site.test');
  expect(addresses(guesses)).not.toContain('jdoe@site.test');
  expect(guessAddresses([jane], 'medium.com', [])).toEqual([[]]);
  expect(guessAddresses([jane], 'jane.blogspot.com', [])).toEqual([[]]);
});

test('uses the site’s own domain unless the site uses another one for email', () => {
  const mailDomain = (...all: SeenAddress[]) =>
    mailDomainOf('site.test', all, new Set(all.map(({ address }) => address)));
  expect(mailDomain()).toBe('site.test');
  expect(mailDomain(seen('jane@other.test', 'Jane Doe'))).toBe('site.test');
  const elsewhere = [seen('jane@hq.test', 'Jane Doe'), seen('info@hq.test', undefined, 'generic')];
  expect(mailDomain(...elsewhere)).toBe('hq.test');
  expect(mailDomain(...elsewhere, seen('max@site.test'))).toBe('site.test');
  expect(mailDomain(...elsewhere, seen('press@mail.site.test', undefined, 'generic'))).toBe('mail.site.test');
  expect(mailDomain(seen('jane@gmail.com', 'Jane Doe', 'webmail'))).toBe('site.test');
  expect(mailDomainOf('site.test', elsewhere, new Set())).toBe('site.test');
  const twoPeople = [seen('jane@hq.test', 'Jane Doe'), seen('bo@hq.test', 'Bo Lind')];
  expect(mailDomainOf('site.test', twoPeople, new Set())).toBe('hq.test');
  expect(mailDomainOf('jane.blogspot.com', twoPeople, new Set())).toBe('hq.test');
  expect(mailDomainOf('medium.com', twoPeople, new Set())).toBe('medium.com');
});
