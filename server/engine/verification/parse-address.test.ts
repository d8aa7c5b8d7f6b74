import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from './parse-address.ts';

const problemOf = (text: string) => {
  const parsed = parseAddress(text);
  return parsed.ok ? 'none' : parsed.problem;
};
const read = (text: string) => {
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.address.address : parsed.problem;
};
const a = (length: number) => 'a'.repeat(length);
// 63 + 1 + 63 + 1 + 63 + 1 + 61 = 253
const longestDomain = `${a(63)}.${a(63)}.${a(63)}.${a(57)}.com`;

describe('refused', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['mia', 'no-at'],
    ['mia.golf.com', 'no-at'],
    ['@golf.com', 'bad-local-part'],
    ['mia@', 'bad-domain'],
    ['mia@golf', 'bad-domain'],
    ['mia@.com', 'bad-domain'],
    ['mia@golf.', 'bad-domain'],
    ['mia@golf.com.', 'bad-domain'],
    ['mia@golf..com', 'bad-domain'],
    ['mia@-golf.com', 'bad-domain'],
    ['mia@golf-.com', 'bad-domain'],
    ['mia@go_lf.com', 'bad-domain'],
    ['mia@golf.com:25', 'bad-domain'],
    ['mia@golf.com/x', 'bad-domain'],
    ['mia@golf%2ecom', 'bad-domain'],
    ['mia@golf com', 'bad-domain'],
    ['mia@xn--.com', 'bad-domain'],
    [`mia@${a(64)}.com`, 'bad-domain'],
    ['mia@golf\u200b.com', 'bad-domain'],
    ['mia@golf\u202e.com', 'bad-domain'],
    ['mia@golf。com', 'bad-domain'],
    ['mia@💌.com', 'bad-domain'],
    ['mia@[127.0.0.1]', 'ip-address'],
    ['mia@[IPv6:::1]', 'ip-address'],
    ['mia@127.0.0.1', 'ip-address'],
    ['mia@2130706433', 'ip-address'],
    ['mia@0x7f.1', 'ip-address'],
    ['mia@golf.123', 'bad-domain'],
    ['.mia@golf.com', 'bad-local-part'],
    ['mia.@golf.com', 'bad-local-part'],
    ['mia..lee@golf.com', 'bad-local-part'],
    ['mia lee@golf.com', 'bad-local-part'],
    ['mia@lee@golf.com', 'bad-local-part'],
    ['mia(comment)@golf.com', 'bad-local-part'],
    ['<mia@golf.com>', 'bad-domain'],
    ['Mia <mia@golf.com>', 'bad-domain'],
    ['mia,lee@golf.com', 'bad-local-part'],
    ['mia;lee@golf.com', 'bad-local-part'],
    ['mia:lee@golf.com', 'bad-local-part'],
    ['mia\\lee@golf.com', 'bad-local-part'],
    ['"mia@golf.com', 'bad-local-part'],
    ['mia"lee@golf.com', 'bad-local-part'],
    ['mia\u200b@golf.com', 'bad-local-part'],
    ['mia\u202elee@golf.com', 'bad-local-part'],
    ['mia\u00a0lee@golf.com', 'bad-local-part'],
    ['mia\ud800@golf.com', 'bad-local-part'],
    ['💌@golf.com', 'bad-local-part'],
    [`${a(65)}@golf.com`, 'too-long'],
    [`${'é'.repeat(33)}@golf.com`, 'too-long'],
    [`m@${longestDomain}`, 'too-long'],
    [`${a(60)}@${a(63)}.${a(63)}.${a(63)}.com`, 'too-long'],
    [`mia@${`${a(50)}.`.repeat(6)}com`, 'too-long'],
    [`${a(1_000_000)}@golf.com`, 'too-long'],
    ['@'.repeat(100_000), 'too-long'],
  ])('%j: %s', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test.each([
    'mia@golf.com\r\nRCPT TO:<other@golf.com>',
    'mia\r\nDATA\r\n@golf.com',
    'mia@golf.com\nQUIT',
    'mia@golf.com>\r\nMAIL FROM:<x@y.z',
    'mia>@golf.com',
    'mia@golf.com> SIZE=1',
    'mia\0@golf.com',
    'mia@golf.com\0',
    'mia\u2028@golf.com',
    'mia\u0085@golf.com',
    '"mia\r\nDATA"@golf.com',
    '"mia\\\r\n"@golf.com',
    'mia\t@golf.com',
    'mia@go\rlf.com',
  ])('%j never reaches a mail server', (text) => {
    expect(parseAddress(text).ok).toBe(false);
    expect(problemOf(text)).not.toBe('quoted-local-part');
  });

  test.each(['"mia lee"@golf.com', '"mia"@golf.com', '"a\\"b"@golf.com', '"a@b"@golf.com', '""@golf.com'])(
    '%s is legal, but not asked for',
    (text) => expect(problemOf(text)).toBe('quoted-local-part'),
  );
});

describe('taken', () => {
  test.each([
    ['mia@golf.com', 'mia@golf.com'],
    [' mia@golf.com\n', 'mia@golf.com'],
    ['Mia.Lee@GOLF.Com', 'Mia.Lee@golf.com'],
    ['mia+news@golf.co.uk', 'mia+news@golf.co.uk'],
    ["o'neil@golf.com", "o'neil@golf.com"],
    ["!#$%&'*+/=?^_`{|}~-@golf.com", "!#$%&'*+/=?^_`{|}~-@golf.com"],
    ['-@golf.com', '-@golf.com'],
    ['1@2.com', '1@2.com'],
    ['mia@a--b.com', 'mia@a--b.com'],
    ['mia@bücher.de', 'mia@xn--bcher-kva.de'],
    ['mia@xn--bcher-kva.de', 'mia@xn--bcher-kva.de'],
    ['mia@ＧＯＬＦ.com', 'mia@golf.com'],
    ['mia@straße.de', 'mia@xn--strae-oqa.de'],
    ['mia@例え.jp', 'mia@xn--r8jz45g.jp'],
    ['mia@golf.localhost', 'mia@golf.localhost'],
    [`${a(64)}@golf.com`, `${a(64)}@golf.com`],
    [`${'é'.repeat(32)}@golf.com`, `${'é'.repeat(32)}@golf.com`],
    [`m@${a(63)}.${a(63)}.${a(63)}.${a(56)}.com`, `m@${a(63)}.${a(63)}.${a(63)}.${a(56)}.com`],
  ])('%j', (text, address) => {
    expect(read(text)).toBe(address);
  });

  test('letters beyond ASCII need a server that knows them; composed and split letters are one', () => {
    expect(parseAddress('jürgen@golf.de')).toMatchObject({ ok: true, address: { needsUnicode: true } });
    expect(read('ju\u0308rgen@golf.de')).toBe(read('jürgen@golf.de'));
    expect(parseAddress('mia@bücher.de')).toMatchObject({ ok: true, address: { needsUnicode: false } });
  });
});

test('whatever the input, an accepted address is one line without delimiters', () => {
  // The unit 'binary' takes a second to prepare.
  const character = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
  const piece = fc.oneof(
    fc.string({ unit: character }),
    fc.constantFrom('@', '.', '\r\n', '<', '>', '"', ' ', 'golf.com', 'mia', '\0'),
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        fc.tuple(text, text).map((two) => two.join('@')),
        text.map((t) => `${t}@golf.com`),
      ),
      (given) => {
        const parsed = parseAddress(given);
        if (!parsed.ok) return;
        expect(parsed.address.address).toMatch(/^[^\s<>"\p{C}]+$/u);
        expect(parsed.address.domain).toMatch(/^[a-z0-9.-]+$/);
        expect(Buffer.byteLength(parsed.address.address)).toBeLessThanOrEqual(254);
      },
    ),
    { numRuns: 1_500 },
  );
});
