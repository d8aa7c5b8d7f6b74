import { expect, test } from 'vitest';
import { invoiceLink } from './invoice-link.ts';

test.each([
  ['https://invoice.stripe.com/i/acct_1/live_1', 'https://invoice.stripe.com/i/acct_1/live_1'],
  ['http://localhost:3000/test-invoice/in_1', '/test-invoice/in_1'],
  ['http://localhost:30001/test-invoice/in_1', null],
  ['http://invoice.stripe.com/i/1', null],
  ['javascript:alert(1)', null],
  ['//elsewhere.example/i', null],
  ['', null],
  [null, null],
])('%j is linked as %j', (url, link) => {
  expect(invoiceLink(url, 'http://localhost:3000')).toBe(link);
});
