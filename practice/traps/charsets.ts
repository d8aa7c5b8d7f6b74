// Pages in other scripts, correctly and wrongly labeled. Each names its author, so a wrong guess shows.

import { send } from '../web/exchange.ts';
import type { Trap, TrapHost } from './trap.ts';

const NAME = 'Jürgen Weißmüller';
const RUSSIAN_NAME = 'Надежда Озерова';

const article = (name: string, title: string, charset: string | null) =>
  `<!DOCTYPE html><html><head>${charset === null ? '' : `<meta charset="${charset}">`}<title>${title}</title><meta name="author" content="${name}"></head><body><h1>${title}</h1><p class="byline">By ${name}</p><p>A short page – with “quotes” – about letters. Grüße aus Köln.</p></body></html>`;

/** Windows-1252 for the letters used here; the dash and the quotes are the ones that Latin-1 lacks. */
function western(text: string): Buffer {
  const special: Record<string, number> = { '–': 0x96, '“': 0x93, '”': 0x94 };
  return Buffer.from([...text].map((letter) => special[letter] ?? letter.charCodeAt(0)));
}

function cyrillic(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0);
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code < 0x80 ? code : 0x3f;
    }),
  );
}

const SHIFT_JIS_PAGE = [
  'PCFET0NUWVBFIGh0bWw+PGh0bWwgbGFuZz0iamEiPjxoZWFkPjxtZXRhIGh0dHAtZXF1aXY9IkNvbnRlbnQtVHlwZSIgY29udGVu',
  'dD0idGV4dC9odG1sOyBjaGFyc2V0PVNoaWZ0X0pJUyI+PHRpdGxlPoNSgVuDcYFbgsyQhTwvdGl0bGU+PG1ldGEgbmFtZT0iYXV0',
  'aG9yIiBjb250ZW50PSKMjpOHII90jYEiPjwvaGVhZD48Ym9keT48aDE+g1KBW4NxgVuCzJCFPC9oMT48cD6VtoFGjI6ThyCPdI2B',
  'PC9wPjxwPpPugueCqYKikIWCzYFBkeSPioLFiOqU1IjAgqKJ/JfHgsWCt4FCPC9wPjwvYm9keT48L2h0bWw+',
].join('');

interface Letters {
  path: string;
  what: string;
  author: string;
  type: string;
  body: () => Buffer;
}

const PAGES: readonly Letters[] = [
  {
    path: '/latin-header',
    what: 'Windows-1252, stated in the header',
    author: NAME,
    type: 'text/html; charset=windows-1252',
    body: () => western(article(NAME, 'Header', null)),
  },
  {
    path: '/latin-meta',
    what: 'Windows-1252, stated in a meta tag',
    author: NAME,
    type: 'text/html',
    body: () => western(article(NAME, 'Meta', 'windows-1252')),
  },
  {
    path: '/latin-unstated',
    what: 'Windows-1252, stated nowhere',
    author: NAME,
    type: 'text/html',
    body: () => western(article(NAME, 'Unstated', null)),
  },
  {
    path: '/latin-called-iso',
    what: 'Windows-1252 under the name iso-8859-1',
    author: NAME,
    type: 'text/html; charset=ISO-8859-1',
    body: () => western(article(NAME, 'ISO', null)),
  },
  {
    path: '/utf8-unstated',
    what: 'UTF-8, stated nowhere',
    author: NAME,
    type: 'text/html',
    body: () => Buffer.from(article(NAME, 'Unstated', null)),
  },
  {
    path: '/utf8-wrong-meta',
    what: 'UTF-8 in the header, another name in the meta tag',
    author: NAME,
    type: 'text/html; charset=utf-8',
    body: () => Buffer.from(article(NAME, 'Meta lies', 'iso-8859-1')),
  },
  {
    path: '/utf8-bom',
    what: 'UTF-8 with a byte order mark and a wrong header',
    author: NAME,
    type: 'text/html; charset=iso-8859-1',
    body: () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(article(NAME, 'Mark', null))]),
  },
  {
    path: '/utf16',
    what: 'UTF-16 with a byte order mark',
    author: NAME,
    type: 'text/html',
    body: () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(article(NAME, 'Wide', null), 'utf16le')]),
  },
  {
    path: '/cyrillic',
    what: 'Windows-1251 in a meta tag',
    author: RUSSIAN_NAME,
    type: 'text/html',
    body: () => cyrillic(article(RUSSIAN_NAME, 'Буквы', 'windows-1251')),
  },
  {
    path: '/shift-jis',
    what: 'Shift_JIS in an old meta tag',
    author: '月島 春香',
    type: 'text/html',
    body: () => Buffer.from(SHIFT_JIS_PAGE, 'base64'),
  },
  {
    path: '/unknown',
    what: 'a charset that does not exist',
    author: NAME,
    type: 'text/html; charset=klingon',
    body: () => Buffer.from(article(NAME, 'Unknown', null)),
  },
];

export const CHARSETS: TrapHost = {
  host: 'letters.localhost',
  traps: PAGES.map(
    (one): Trap => ({
      path: one.path,
      what: one.what,
      outcome: 'page',
      expect: `the author is ${one.author}`,
      author: one.author,
      answer: (exchange) => send(exchange, { contentType: one.type, body: one.body() }),
    }),
  ),
};
