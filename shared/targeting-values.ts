// What a search looks for beyond its keyword. Apart from the schemas, because the browser uses these values too.

/** Kinds of pages, each found by a phrase that such pages contain ("footprint"). */
export const footprints = ['guest-posts', 'resources', 'best', 'alternatives'] as const;
export type Footprint = (typeof footprints)[number];

/** How old a page may be. */
export const periods = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

/** The last day, week …, or all days between two (as YYYY-MM-DD, both included). */
export type PublicationDates = { within: Period } | { from?: string | undefined; to?: string | undefined };

/** The most search results of a campaign; the number found unless the user wants fewer. */
export const maxResults = 100;

/** The most words and phrases in each of the two lists, and the longest of them in characters. */
export const maxTerms = 10;
export const maxTerm = 60;

/** Search engines ignore what comes after this many words. */
export const maxQueryWords = 32;

/** The strictest of them refuses questions above 400 characters; operators and footprints need some of these. */
export const maxQueryCharacters = 330;

/** The most keywords that can be started together: as many as the campaigns that Zeus works on at once for one user. */
export const maxKeywords = 20;
