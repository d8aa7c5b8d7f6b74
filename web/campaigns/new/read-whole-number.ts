// A number from a text field. Fields of the type "number" hand over nothing when they cannot read what stands in them, so
// "50-" would be taken for an empty field; a text field keeps what was typed.

/** The number, which may have commas or spaces between thousands; or why the text is none. */
export function readWholeNumber(text: string): number | 'fraction' | 'unreadable' {
  // Digits as wide as Chinese characters become ordinary ones, and no-break spaces ordinary spaces.
  const plain = text.normalize('NFKC').trim().replace('−', '-');
  if (/^-?\d{1,3}([, ]\d{3})+$/.test(plain)) return Number(plain.replaceAll(/[, ]/g, ''));
  if (/^-?\d+$/.test(plain)) return Number(plain);
  return /^-?\d*[.,]\d+$/.test(plain) ? 'fraction' : 'unreadable';
}
