// Every way in which an address stands on a page, and what a finder owes to it.
// 'find': a person could read it or a mail program could open it. 'never': must not be harvested.

export const HIDING_FORMS = {
  mailto: 'find',
  'mailto-subject': 'find',
  'mailto-percent': 'find',
  'mailto-entities': 'find',
  text: 'find',
  'text-angle': 'find',
  'at-brackets': 'find',
  'at-parens': 'find',
  'at-words': 'find',
  'at-braces': 'find',
  'at-upper': 'find',
  'at-spaced': 'find',
  'at-local-language': 'find',
  'entities-decimal': 'find',
  'entities-hex': 'find',
  'entities-mixed': 'find',
  cfemail: 'find',
  'cfemail-link': 'find',
  reversed: 'find',
  'js-concat': 'find',
  'js-variables': 'find',
  'js-charcodes': 'find',
  rot13: 'find',
  'data-attributes': 'find',
  'hidden-span': 'find',
  'comment-split': 'find',
  'zero-width': 'find',
  microdata: 'find',
  'h-card': 'find',
  'json-ld': 'find',
  feed: 'find',
  image: 'never',
  'honeypot-display-none': 'never',
  'honeypot-off-screen': 'never',
  'honeypot-comment': 'never',
  'honeypot-hidden-input': 'never',
  'honeypot-same-color': 'never',
  'honeypot-page': 'never',
} as const satisfies Record<string, 'find' | 'never'>;

export type HidingForm = keyof typeof HIDING_FORMS;

export function isHoneypot(form: HidingForm): boolean {
  return form.startsWith('honeypot');
}

/** Forms drawn by forms/hide-address.ts, which can stand anywhere in a page's body. */
export const BODY_FORMS: readonly HidingForm[] = [
  'mailto',
  'text',
  'at-brackets',
  'cfemail',
  'entities-decimal',
  'mailto-percent',
  'js-concat',
  'at-words',
  'reversed',
  'mailto-subject',
  'at-parens',
  'entities-hex',
  'microdata',
  'js-variables',
  'mailto-entities',
  'at-spaced',
  'cfemail-link',
  'data-attributes',
  'text-angle',
  'at-upper',
  'h-card',
  'rot13',
  'entities-mixed',
  'at-braces',
  'js-charcodes',
  'hidden-span',
  'at-local-language',
  'comment-split',
  'zero-width',
];

export const HONEYPOT_FORMS: readonly HidingForm[] = [
  'honeypot-display-none',
  'honeypot-off-screen',
  'honeypot-comment',
  'honeypot-hidden-input',
  'honeypot-same-color',
];
