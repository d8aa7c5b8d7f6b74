// The names of countries and languages in the language of the page.
import { collator, pageLanguage } from './page-language.ts';

const countryNames = new Intl.DisplayNames(pageLanguage, { type: 'region' });
const languageNames = new Intl.DisplayNames(pageLanguage, { type: 'language' });

export const countryName = (code: string) => countryNames.of(code.toUpperCase()) ?? code;
export const languageName = (code: string) => languageNames.of(code) ?? code;

/** Options of a select, by name. */
export const byName = (codes: readonly string[], nameOf: (code: string) => string) =>
  codes.map((value) => ({ value, name: nameOf(value) })).sort((one, other) => collator.compare(one.name, other.name));
