import { textCuts } from '../../shared/limits.ts';

/** How much of a page's title and URL the contact tables show. */
export const contactsTableCuts = { title: textCuts.contactsTableTitle, url: textCuts.contactsTableUrl } as const;
