import { textCuts } from '../../shared/limits.ts';

/** How much of a page's title and address the tables of contacts show. */
export const contactsTableCuts = { title: textCuts.contactsTableTitle, url: textCuts.contactsTableUrl } as const;
