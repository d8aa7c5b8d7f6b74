// Forms: what their fields are for, and frames and scripts that may embed the form of a service. Which form is a contact form is
// decided in contact-forms.

import { FIELD, LIMITS } from '../page-facts.ts';
import { type Attributes, attribute, SLOT } from '../scanning/attributes.ts';
import type { Frame, Reading } from './reading.ts';

/** Input types that never take an address. */
const NOT_WRITTEN = /^(?:hidden|submit|button|reset|image|checkbox|radio|file|search|number|date|range|color)$/i;
const EMAIL =
  /e-?mail|(?:^|[^a-z])mail(?![a-z])|correo|courriel|адрес.*почт|почт|メール|邮箱|邮件|郵箱|電子郵件|poczt/iu;
/** Captchas and honeypots have text areas, too. */
const NOT_A_MESSAGE = /captcha|turnstile|honey|(?:^|[_-])hp(?:[_-]|$)|signature|(?:order|gift|delivery)[_-]/i;
const COMMENT = /comment|review|reply|kommentar|coment|комментар|コメント|评论/iu;
const MAX_HINT = 300;

export function openForm(reading: Reading, frame: Frame, attributes: Attributes): void {
  const { forms } = reading.facts;
  if (forms.length >= LIMITS.forms) return;
  reading.form = forms.length;
  const hint = `${attribute(attributes, SLOT.class) ?? ''} ${attribute(attributes, SLOT.id) ?? ''}`;
  forms.push({ fields: 0, hint: hint.trim().slice(0, MAX_HINT).toLowerCase(), area: frame.area });
}

/** An <input> or <textarea>; those outside a form don't count. */
export function readField(reading: Reading, tag: 'input' | 'textarea', attributes: Attributes): void {
  const form = reading.facts.forms[reading.form];
  if (!form) return;
  form.fields |= tag === 'textarea' ? bitsOfMessage(attributes) : bitsOfInput(attributes);
}

function bitsOfMessage(attributes: Attributes): number {
  const names = namesOf(attributes);
  if (NOT_A_MESSAGE.test(names)) return 0;
  return COMMENT.test(names) ? FIELD.message | FIELD.comment : FIELD.message;
}

function bitsOfInput(attributes: Attributes): number {
  const type = attribute(attributes, SLOT.type) ?? '';
  if (/^password$/i.test(type)) return FIELD.password;
  if (NOT_WRITTEN.test(type)) return 0;
  return /^email$/i.test(type) || EMAIL.test(namesOf(attributes)) ? FIELD.email : 0;
}

function namesOf(attributes: Attributes): string {
  const label = attribute(attributes, SLOT['aria-label']) ?? attribute(attributes, SLOT.title) ?? '';
  return `${attribute(attributes, SLOT.name) ?? ''} ${attribute(attributes, SLOT.id) ?? ''} ${label}`.slice(
    0,
    MAX_HINT,
  );
}

const FROM_ELSEWHERE = /^\s*(?:https?:)?\/\//i;

export function keepEmbed({ facts: { embeds } }: Reading, attributes: Attributes): void {
  const src = attribute(attributes, SLOT.src) ?? attribute(attributes, SLOT['data-src']) ?? '';
  if (src.length < 500 && embeds.length < LIMITS.embeds && FROM_ELSEWHERE.test(src)) embeds.push(src.trim());
}
