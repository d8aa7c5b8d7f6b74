import { expect, test } from 'vitest';
import type { FoundAddress } from '../emails/address.ts';
import type { TextBlock } from '../pages/page-facts.ts';
import { quoteAddress } from './quote-address.ts';

const quote = (texts: string[], block: number) =>
  quoteAddress({ blocks: texts.map((text) => ({ text }) as TextBlock) }, {
    address: 'mia@s.test',
    kind: 'personal',
    evidence: { rule: 'mailto', snippet: 'Email (mailto:mia@s.test)', block },
  } as FoundAddress);

test.each([
  ['the whole sentence', ['We love golf. Write to Mia at mia@s.test. Or call us.'], 0, 'Write to Mia at mia@s.test.'],
  [
    'with what stands above an address on its own',
    ['Mia Lee, editor', 'MIA@s.test'],
    1,
    'Mia Lee, editor … MIA@s.test',
  ],
  ['an address on its own', ['mia@s.test'], 0, 'mia@s.test'],
  ['a link without the address in its text', ['Email'], 0, 'Email (mailto:mia@s.test)'],
  ['not on the page’s text', [], -1, 'Email (mailto:mia@s.test)'],
])('%s', (_what, texts, block, quoted) => {
  expect(quote(texts, block)).toBe(quoted);
});

test('is bounded', () => {
  expect(quote([`${'a'.repeat(5_000)} mia@s.test ${'b'.repeat(5_000)}`], 0).length).toBeLessThanOrEqual(220);
});
