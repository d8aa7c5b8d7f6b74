import { expect, test } from 'vitest';
import { hashAddress, toMailbox } from './hash-address.ts';

test.each([
  ['ann@site.example', 'ann@site.example'],
  [' Ann@Site.Example ', 'ann@site.example'],
  ['ann+one@site.example', 'ann@site.example'],
  ['ann+one+two@site.example', 'ann@site.example'],
  ['a.n.n@site.example', 'a.n.n@site.example'],
  ['a.n.n+x@gmail.com', 'ann@gmail.com'],
  ['A.nn@GoogleMail.com', 'ann@gmail.com'],
  ['a_n-n.+x@pm.me', 'ann@proton.me'],
  ['+only@site.example', '+only@site.example'],
  ['ann@gmail.com.example', 'ann@gmail.com.example'],
])('%j belongs to the mailbox %j', (address, mailbox) => {
  expect(toMailbox(address)).toBe(mailbox);
});

test('the hash depends on the mailbox and the secret', () => {
  const hash = (address: string, secret = 's'.repeat(32)) => hashAddress({ secret }, address).toString('hex');
  expect(hash('a.nn+x@gmail.com')).toBe(hash('ann@googlemail.com'));
  expect(hash('ann@gmail.com')).not.toBe(hash('ben@gmail.com'));
  expect(hash('ann@gmail.com')).not.toBe(hash('ann@gmail.com', 'other'.repeat(8)));
});
