// Country and language of a search. Countries by ISO 3166 code, with the number of the same standard, which some search
// services use; languages by ISO 639 code.
export const countries = {
  us: 840,
  gb: 826,
  ca: 124,
  au: 36,
  nz: 554,
  ie: 372,
  in: 356,
  za: 710,
  sg: 702,
  ph: 608,
  de: 276,
  at: 40,
  ch: 756,
  fr: 250,
  be: 56,
  nl: 528,
  es: 724,
  pt: 620,
  it: 380,
  dk: 208,
  se: 752,
  no: 578,
  fi: 246,
  pl: 616,
  cz: 203,
  gr: 300,
  tr: 792,
  br: 76,
  mx: 484,
  ar: 32,
  cl: 152,
  co: 170,
  jp: 392,
  kr: 410,
  id: 360,
  hu: 348,
  ro: 642,
  bg: 100,
  hr: 191,
  sk: 703,
  si: 705,
  lt: 440,
  lv: 428,
  ee: 233,
  ua: 804,
  il: 376,
  ae: 784,
  sa: 682,
  eg: 818,
  ng: 566,
  ke: 404,
  pk: 586,
  my: 458,
  th: 764,
  vn: 704,
  hk: 344,
  tw: 158,
  pe: 604,
} as const;
export type Country = keyof typeof countries;

/** The codes alone, for a form. */
export const countryCodes = Object.keys(countries) as Country[];

export const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'da',
  'sv',
  'fi',
  'pl',
  'cs',
  'el',
  'tr',
  'ja',
  'ko',
] as const;
export type Language = (typeof languages)[number];

export interface SearchPlace {
  country: Country;
  language: Language;
}

export const defaultPlace: SearchPlace = { country: 'us', language: 'en' };

/** The place with these two codes; missing or unknown ones get the default. */
export function toPlace(country: string | null | undefined, language: string | null | undefined): SearchPlace {
  return {
    country: countryCodes.find((code) => code === country) ?? defaultPlace.country,
    language: languages.find((code) => code === language) ?? defaultPlace.language,
  };
}
