// Figures, dates and sorting follow the language the page is written in (index.html), not the browser's: a German browser
// would otherwise show "1.374 backlink credits left" in an English sentence. A test keeps other files from formatting.
export const pageLanguage = 'en';

/** Compares texts as people sort them. */
export const collator = new Intl.Collator(pageLanguage, { numeric: true, sensitivity: 'base' });
