// Articles whose author and address exist only once scripts have run, as on sites built with a client-side framework.

import { html } from '../forms/html.ts';
import { send } from '../web/exchange.ts';
import { page, type Trap, type TrapHost, words } from './trap.ts';

const HOST = 'clientside.localhost';
const TEXT =
  'Bread needs time more than it needs kneading. Leave the dough alone for a night, and fold it twice before you shape it. ';

const addressOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@${HOST}`;

const SHELL_AUTHOR = 'Imogen Fairweather';
const BYLINE_AUTHOR = 'Rupert Ashcombe';

const byline = (author: string) => `<p class="byline">By <span class="author">${author}</span></p>`;

const APP = `document.title = 'The patient loaf';
document.getElementById('root').innerHTML =
  '<article><h1>The patient loaf</h1>${byline(SHELL_AUTHOR)}<p>${TEXT}</p>' +
  '<p>Questions? Write to <a href="mailto:${addressOf(SHELL_AUTHOR)}">${addressOf(SHELL_AUTHOR)}</a>.</p></article>';`;

const CREDITS = `document.getElementById('credits').innerHTML = '${byline(BYLINE_AUTHOR)}<p>${addressOf(BYLINE_AUTHOR)}</p>';`;

const script = (path: string, body: string): Trap => ({
  path,
  what: 'a script that only a browser asks for',
  expect: 'is not a page',
  outcome: 'failed',
  answer: (exchange) => send(exchange, { contentType: 'text/javascript', body }),
});

const drawn = (author: string) => ({
  inBrowser: { author, address: addressOf(author) },
  expect: `in a browser, the author is ${author}; as served, no one is named, and no one must be invented`,
  outcome: 'page' as const,
});

export const CLIENT_RENDERED: TrapHost = {
  host: HOST,
  traps: [
    {
      path: '/story',
      what: 'an empty shell that scripts fill with an article',
      ...drawn(SHELL_AUTHOR),
      answer: (exchange) => page(exchange, 'Loading', html`<div id="root"></div><script src="/app.js"></script>`),
    },
    {
      path: '/late-byline',
      what: 'an article whose byline scripts add',
      ...drawn(BYLINE_AUTHOR),
      answer: (exchange) =>
        page(
          exchange,
          'The slow loaf',
          html`<article><div id="credits"></div>${words(TEXT.repeat(12))}</article><script src="/credits.js"></script>`,
        ),
    },
    script('/app.js', APP),
    script('/credits.js', CREDITS),
  ],
};
