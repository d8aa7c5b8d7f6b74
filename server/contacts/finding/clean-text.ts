// Cleans text and links from web pages before they are stored: bounded length, no control characters, http(s) links only.

// Control characters, unpaired surrogates, bidi overrides and invisible characters.
const UNWANTED = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;
const MAX_LINK = 2_000;

/** One line of text with at most this many characters. */
export function cleanText(text: string, most: number): string {
  const clean = text.replace(UNWANTED, ' ').replace(/\s+/g, ' ').trim();
  return clean.length <= most ? clean : [...clean].slice(0, most).join('').trim();
}

/** The address of a web page, or null for anything else. */
export function cleanLink(href: string | undefined): string | null {
  const url = href === undefined ? null : URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href.length <= MAX_LINK ? url.href : null;
}
