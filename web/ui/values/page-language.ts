// Figures, dates and sorting use the language of the page (index.html), not the browser's. Otherwise a German browser would
// show "1.374 backlink credits left" in an English sentence. A test makes sure that no other file formats values itself.
export const pageLanguage = 'en';

/** Compares strings the way people sort them. */
export const collator = new Intl.Collator(pageLanguage, { numeric: true, sensitivity: 'base' });
