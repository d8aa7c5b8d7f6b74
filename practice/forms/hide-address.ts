// Renders an address in one hiding form, as seen on real pages. Forms in the head, in a feed or in a picture are rendered
// elsewhere (json-ld.ts, feed.ts, address-picture.ts).

import type { Language } from '../data/types.ts';
import { joomla, typo3 } from './engine-cloaks.ts';
import type { HidingForm } from './hiding-forms.ts';
import { type Html, html, nothing, raw } from './html.ts';

export interface Hidden {
  address: string;
  language: Language;
}

type Draw = (hidden: Hidden) => Html;

const split = (address: string): [string, string] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
};

const LOCAL_AT: Record<Language, [string, string]> = {
  en: ['_at_', '_dot_'],
  de: ['(ät)', '(punkt)'],
  fr: ['[arobase]', '[point]'],
  es: ['(arroba)', '(punto)'],
};

const DRAW: Partial<Record<HidingForm, Draw>> = {
  mailto: ({ address }) => html`<a href="mailto:${address}">${address}</a>`,
  'mailto-subject': ({ address }) =>
    html`<a href="mailto:${address}?subject=Hello%20from%20a%20reader">Send an e-mail</a>`,
  'mailto-percent': ({ address }) => raw(`<a href="mailto:${percent(address)}">E-mail</a>`),
  'mailto-entities': ({ address }) => raw(`<a href="${decimal('mailto:')}${decimal(address)}">write a note</a>`),
  'mailto-at': ({ address }) => html`<a href="mailto:${address.replace('@', '(at)')}">Send a message</a>`,
  text: ({ address }) => html`${address}`,
  'text-angle': ({ address }) => html`&lt;${address}&gt;`,
  'at-brackets': spoken('[at]', '[dot]', ' '),
  'at-parens': spoken('(at)', '(dot)', ''),
  'at-words': spoken('at', 'dot', ' '),
  'at-braces': spoken('{at}', '{dot}', ' '),
  'at-upper': spoken('AT', 'DOT', ' '),
  'at-spaced': ({ address }) => html`${address.replace('@', ' @ ').replaceAll('.', ' . ').replaceAll('  ', ' ')}`,
  'at-local-language': (hidden) => spoken(...LOCAL_AT[hidden.language], hidden.language === 'en' ? '' : ' ')(hidden),
  'entities-decimal': ({ address }) => raw(decimal(address)),
  'entities-hex': ({ address }) => raw([...address].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join('')),
  'entities-mixed': ({ address }) => raw(mixed(address)),
  cfemail: ({ address }) =>
    raw(
      `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${cloudflare(address)}">[email&#160;protected]</a>`,
    ),
  'cfemail-link': ({ address }) => raw(`<a href="/cdn-cgi/l/email-protection#${cloudflare(address)}">Email us</a>`),
  reversed: ({ address }) =>
    html`<span style="unicode-bidi:bidi-override;direction:rtl">${[...address].reverse().join('')}</span>`,
  'js-concat': ({ address }) => raw(concatenated(address)),
  'js-variables': ({ address }) => raw(variables(address)),
  'js-charcodes': ({ address }) =>
    raw(`<script>document.write(String.fromCharCode(${[...address].map((c) => c.charCodeAt(0)).join(',')}));</script>`),
  rot13: ({ address }) =>
    raw(
      `<script>document.write("${rot13(address)}".replace(/[a-zA-Z]/g,function(c){return String.fromCharCode((c<="Z"?90:122)>=(c=c.charCodeAt(0)+13)?c:c-26);}));</script>`,
    ),
  typo3: ({ address }) =>
    html`<a href="javascript:linkTo_UnCryptMailto('${typo3(`mailto:${address}`, 1)}');">Send mail</a>`,
  'typo3-token': ({ address }) =>
    html`<a href="#" data-mailto-token="${typo3(`mailto:${address}`, 3)}" data-mailto-vector="3">Send mail</a>`,
  joomla: ({ address }) => raw(joomla(address)),
  base64: ({ address }) =>
    html`<a href="#" data-mail="${Buffer.from(address).toString('base64')}" onclick="location.href='mailto:'+atob(this.dataset.mail);return false">Mail</a>`,
  'data-attributes': ({ address }) => dataAttributes(address),
  'hidden-span': ({ address }) => {
    const [local, domain] = split(address);
    return html`${local}<span style="display:none">remove-this</span>@${domain}`;
  },
  'comment-split': ({ address }) => {
    const [local, domain] = split(address);
    return html`${local}<!-- no robots -->@<!-- please -->${domain}`;
  },
  'zero-width': ({ address }) => raw(address.replace('@', '&#8203;@<wbr>')),
  microdata: ({ address }) => html`<span itemprop="email">${address}</span>`,
  'h-card': ({ address }) => html`<a class="u-email" href="mailto:${address}" rel="me">e-mail</a>`,
  'honeypot-display-none': ({ address }) =>
    html`<p style="display:none"><a href="mailto:${address}">${address}</a></p>`,
  'honeypot-off-screen': ({ address }) =>
    html`<div aria-hidden="true" style="position:absolute;left:-9999px"><a tabindex="-1" href="mailto:${address}">${address}</a></div>`,
  'honeypot-comment': ({ address }) => html`<!-- old contact: ${address} -->`,
  'honeypot-hidden-input': ({ address }) => html`<input type="hidden" name="reply" value="${address}">`,
  'honeypot-same-color': ({ address }) =>
    html`<span style="visibility:hidden;font-size:0;color:#fff">${address}</span>`,
};

/** The markup of an address in a form; nothing for forms rendered elsewhere. */
export function hideAddress(form: HidingForm, hidden: Hidden): Html {
  return DRAW[form]?.(hidden) ?? nothing;
}

function spoken(at: string, dot: string, gap: string): Draw {
  return ({ address }) => html`${address.replace('@', `${gap}${at}${gap}`).replaceAll('.', `${gap}${dot}${gap}`)}`;
}

const percent = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const decimal = (text: string) => [...text].map((c) => `&#${c.charCodeAt(0)};`).join('');

// WordPress' antispambot leaves some letters as they are and writes the others in two kinds of entities.
function mixed(text: string): string {
  const kinds = [
    (c: string) => c,
    (c: string) => `&#${c.charCodeAt(0)};`,
    (c: string) => `&#x${c.charCodeAt(0).toString(16)};`,
  ];
  return [...text].map((c, index) => (c === '@' ? '&#64;' : (kinds[index % 3]?.(c) ?? c))).join('');
}

/** Cloudflare's e-mail protection: the first byte is the key of the others. */
function cloudflare(address: string): string {
  const key = 0x20 + (address.length % 0x40);
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  return hex(key) + [...address].map((c) => hex(c.charCodeAt(0) ^ key)).join('');
}

export const rot13 = (text: string) =>
  text.replace(/[a-z]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 97 + 13) % 26) + 97));

function concatenated(address: string): string {
  const [local, domain] = split(address);
  return `<script>document.write('<a href="mai' + 'lto:${local}' + '@' + '${domain}">' + '${local}' + '&#64;' + '${domain}' + '</a>');</script>`;
}

function variables(address: string): string {
  const [local, domain] = split(address);
  return `<script>var user = "${local}"; var host = "${domain}"; document.write("<a href='mailto:" + user + "@" + host + "'>" + user + "@" + host + "</a>");</script>`;
}

function dataAttributes(address: string): Html {
  const [local, domain] = split(address);
  return html`<a href="#" class="mail" data-user="${local}" data-domain="${domain}" onclick="location.href='mailto:'+this.dataset.user+'@'+this.dataset.domain;return false">Write to me</a>`;
}
