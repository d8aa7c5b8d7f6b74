import { expect, test } from 'vitest';
import { isDisposable, isRole } from './address-lists.ts';
import { type MailAddress, parseAddress } from './parse-address.ts';

function address(text: string): MailAddress {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.address;
}

test.each(['x@mailinator.com', 'x@YOPMAIL.com', 'x@deep.sub.mailinator.com', 'x@guerrillamail.com'])(
  '%s is thrown away after use',
  (text) => expect(isDisposable(address(text))).toBe(true),
);

test.each(['x@gmail.com', 'x@proton.me', 'x@mailinator.com.golf.de', 'x@golfmailinator.com', 'x@golf.localhost'])(
  '%s is not',
  (text) => expect(isDisposable(address(text))).toBe(false),
);

test.each([
  ['info@golf.com', true],
  ['Editor@golf.com', true],
  ['contact@gmail.com', true],
  ['mia.lee@golf.com', false],
  ['infante@golf.com', false],
])('%s: a role %s', (text, role) => expect(isRole(address(text))).toBe(role));
