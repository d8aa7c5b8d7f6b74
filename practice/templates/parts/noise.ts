// What engines put around a page besides its text: script settings, an analytics data layer, app state. Names and partial
// addresses in there belong to no one in particular.

import { diceFor } from '../../data/random.ts';
import { type Html, raw } from '../../forms/html.ts';
import { addressOf, articlesOf, signersOf, type View } from '../view.ts';

const script = (code: string): Html => raw(`<script>${code.replaceAll('</', '<\\/')}</script>`);

/** WordPress' emoji settings and a lazy loader. */
export function wordpressNoise(view: View): Html {
  const settings = {
    baseUrl: '/core/emoji/15.0.3/72x72/',
    ext: '.png',
    source: { concatemoji: '/wp-includes/js/wp-emoji-release.min.js?ver=6.6' },
  };
  return script(
    `window._wpemojiSettings=${JSON.stringify(settings)};document.documentElement.className+=" js";var ajax={url:"/wp-admin/admin-ajax.php",nonce:"${nonce(view)}"};`,
  );
}

/** The data layer of a publisher, with the page's people as plain text. */
export function dataLayer(view: View): Html {
  const { page } = view;
  const layer = {
    event: 'page_view',
    content: {
      type: page.kind,
      section: page.topic,
      headline: page.title,
      authors: signersOf(page)
        .map((one) => one.name)
        .join('|'),
      published: page.published,
    },
    user: { id: null, status: 'anonymous' },
  };
  return script(`window.dataLayer=window.dataLayer||[];dataLayer.push(${JSON.stringify(layer)});`);
}

/** The state of a single-page app: this story and others, with all their writers. */
export function appState(view: View): Html {
  const posts = articlesOf(view).map((page) => ({
    __typename: 'Post',
    title: page.title,
    url: addressOf(page, view.port),
    creator: signersOf(page)[0]?.name ?? null,
  }));
  return script(`window.__STATE__=${JSON.stringify({ viewer: null, buildId: nonce(view), posts })};`);
}

/** A cookie notice, as on half of the web. */
export function cookieNotice(view: View): Html {
  return raw(
    `<div class="cookie" hidden data-nonce="${nonce(view)}"><p>We value your privacy. This page sets no cookies, but everybody has such a notice.</p><button type="button">Accept</button><button type="button">Reject</button></div>`,
  );
}

const nonce = (view: View) =>
  diceFor('nonce', view.site.name, view.page.path)
    .below(2 ** 31)
    .toString(16);
