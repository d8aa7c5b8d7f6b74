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

const letters = (path: string, what: string, contentType: string, body: () => Buffer, author = NAME): Trap => ({
  ...{ path, what, outcome: 'page', expect: `the author is ${author}`, author },
  answer: (exchange) => send(exchange, { contentType, body: body() }),
});

const western1252 = (title: string, charset: string | null) => () => western(article(NAME, title, charset));
const utf8 = (title: string, charset: string | null) => () => Buffer.from(article(NAME, title, charset));
const marked = (mark: number[], text: string, encoding: BufferEncoding) => () =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]);
const html = 'text/html';

export const CHARSETS: TrapHost = {
  host: 'letters.localhost',
  traps: [
    letters(
      '/latin-header',
      'Windows-1252, stated in the header',
      'text/html; charset=windows-1252',
      western1252('Header', null),
    ),
    letters('/latin-meta', 'Windows-1252, stated in a meta tag', html, western1252('Meta', 'windows-1252')),
    letters('/latin-unstated', 'Windows-1252, stated nowhere', html, western1252('Unstated', null)),
    letters(
      '/latin-called-iso',
      'Windows-1252 under the name iso-8859-1',
      'text/html; charset=ISO-8859-1',
      western1252('ISO', null),
    ),
    letters('/utf8-unstated', 'UTF-8, stated nowhere', html, utf8('Unstated', null)),
    letters(
      '/utf8-wrong-meta',
      'UTF-8 in the header, another name in the meta tag',
      'text/html; charset=utf-8',
      utf8('Meta lies', 'iso-8859-1'),
    ),
    letters(
      '/utf8-bom',
      'UTF-8 with a byte order mark and a wrong header',
      'text/html; charset=iso-8859-1',
      marked([0xef, 0xbb, 0xbf], article(NAME, 'Mark', null), 'utf8'),
    ),
    letters(
      '/utf16',
      'UTF-16 with a byte order mark',
      html,
      marked([0xff, 0xfe], article(NAME, 'Wide', null), 'utf16le'),
    ),
    letters(
      '/cyrillic',
      'Windows-1251 in a meta tag',
      html,
      () => cyrillic(article(RUSSIAN_NAME, 'Буквы', 'windows-1251')),
      RUSSIAN_NAME,
    ),
    letters(
      '/shift-jis',
      'Shift_JIS in an old meta tag',
      html,
      () => Buffer.from(SHIFT_JIS_PAGE, 'base64'),
      '月島 春香',
    ),
    letters('/unknown', 'a charset that does not exist', 'text/html; charset=klingon', utf8('Unknown', null)),
  ],
};
