// Reads a number from a text field. An input of type "number" reports an empty value for anything it can't parse, so "50-"
// would count as an empty field.

/** Accepts commas or spaces between thousands. Otherwise returns why the text is not a whole number. */
export function readWholeNumber(text: string): number | 'fraction' | 'unreadable' {
  // Turns full-width digits into ASCII digits and no-break spaces into spaces.
  const plain = text.normalize('NFKC').trim().replace('−', '-');
  if (/^-?\d{1,3}([, ]\d{3})+$/.test(plain)) return Number(plain.replaceAll(/[, ]/g, ''));
  if (/^-?\d+$/.test(plain)) return Number(plain);
  return /^-?\d*[.,]\d+$/.test(plain) ? 'fraction' : 'unreadable';
}
