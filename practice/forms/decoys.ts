// Things with an at sign that are not addresses. They are on the pages, and a finder must ignore them.

import { html } from './html.ts';

export const DECOYS: readonly string[] = [
  'you@example.com',
  'jamie@example.com',
  'logo@2x.png',
  'swiper@11.1.4',
  'practice@social.localhost',
  '0123456789abcdef0123456789abcdef@errors.localhost',
];

/** A picture set, a library version, a fediverse handle and an error-reporter key, as on real pages. */
export function decoyMarkup() {
  return html`<script>window.__report={dsn:"http://0123456789abcdef0123456789abcdef@errors.localhost/7",lib:"swiper@11.1.4"}</script><img src="/favicon.svg" srcset="/images/logo@2x.png 2x" alt="" width="16" height="16"> <a href="/" rel="me">@practice@social.localhost</a>`;
}
