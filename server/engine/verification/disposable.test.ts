import { expect, test } from 'vitest';
import { isDisposable } from './disposable.ts';
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
