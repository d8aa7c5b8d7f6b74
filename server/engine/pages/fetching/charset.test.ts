import { describe, expect, test } from 'vitest';
import { charsetOf, decodePage } from './charset.ts';

const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('the text of a page', () => {
  test.each([
    ['UTF-8, said by the header', utf8('Zoë Grüße'), 'text/html; charset=UTF-8', 'Zoë Grüße'],
    ['UTF-8, undeclared', utf8('Zoë'), 'text/html', 'Zoë'],
    ['UTF-8, called latin1 by the header', utf8('Zoë Grüße'), 'text/html; charset=ISO-8859-1', 'Zoë Grüße'],
    ['latin1, said by the header', latin1('Zoë'), 'text/html; charset="iso-8859-1"', 'Zoë'],
    ['latin1, undeclared', latin1('Zoë'), 'text/html', 'Zoë'],
    ['latin1, called UTF-8 by the header', latin1('Zoë'), 'text/html; charset=utf-8', 'Zoë'],
    ['an unknown label', utf8('Zoë'), 'text/html; charset=utf-9', 'Zoë'],
    ['a quote of Windows', new Uint8Array([0x93, 0x61, 0x94]), 'text/html', '“a”'],
    ['a byte order mark against the header', utf8('\uFEFFZoë'), 'text/html; charset=shift_jis', 'Zoë'],
    ['UTF-16', new Uint8Array(Buffer.from('\uFEFFZoë', 'utf16le')), 'text/html', 'Zoë'],
    ['Shift_JIS', new Uint8Array([0x93, 0xfa, 0x96, 0x7b]), 'text/html; charset=Shift_JIS', '日本'],
    ['nothing at all', new Uint8Array(), 'text/html', ''],
  ])('%s', (_name, bytes, type, expected) => expect(decodePage(bytes, type)).toBe(expected));

  test("uses the page's own declaration when the header has none", () => {
    const page = new Uint8Array([
      ...latin1('<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head>'),
      0xcf,
      0xf0,
    ]);
    expect(decodePage(page, 'text/html')).toMatch(/Пр$/);
    expect(charsetOf(latin1('<?xml version="1.0" encoding="iso-8859-2"?><html>\xb1'), '')).toBe('iso-8859-2');
    expect(charsetOf(latin1('<meta charset="utf-16le">é'), '')).toBe('windows-1252');
  });

  test('one broken byte does not spoil a UTF-8 page', () => {
    const page = Buffer.concat([utf8('Zoë Grüße, façade, naïve, Ærø'), Buffer.from([0xff])]);
    expect(decodePage(page, 'text/html; charset=utf-8')).toBe('Zoë Grüße, façade, naïve, Ærø\uFFFD');
  });
});
