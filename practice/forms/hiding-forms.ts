// Every way an address appears on a page, and what a finder must do with it.

/** Rendered by forms/hide-address.ts, anywhere in a page's body. */
export const BODY_FORMS = [
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
  'typo3',
  'mailto-at',
  'joomla',
  'base64',
  'typo3-token',
] as const;

export const HONEYPOT_FORMS = [
  'honeypot-display-none',
  'honeypot-off-screen',
  'honeypot-comment',
  'honeypot-hidden-input',
  'honeypot-same-color',
] as const;

export const HIDING_FORMS = [...BODY_FORMS, 'json-ld', 'feed', 'image', ...HONEYPOT_FORMS] as const;
export type HidingForm = (typeof HIDING_FORMS)[number];

export function isHoneypot(form: HidingForm): boolean {
  return form.startsWith('honeypot');
}

/** 'find': a person could read it, or a mail program could open it. 'never': must not be harvested. */
export const expected = (form: HidingForm): 'find' | 'never' =>
  isHoneypot(form) || form === 'image' ? 'never' : 'find';
