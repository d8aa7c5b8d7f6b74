// A page with addresses and the people it names, as far as they tell whose the addresses are.
import { domainOf } from '../pages/page-url.ts';
import type { NamedPerson } from './ascii-names.ts';

export interface PersonOnPage extends NamedPerson {
  name: string;
  /** The block with the name, if known. */
  block?: number;
}

export interface AddressedPage {
  /** Domains at which the site's people receive email. */
  domains: readonly string[];
  /** The text of the page; without it, the snippets of the addresses have to do. */
  blocks?: readonly { text: string }[];
}

/** Further apart than this, a name and an address need not belong together. */
export const NEAR_BLOCKS = 3;

export function isAtSite(address: string, { domains }: AddressedPage): boolean {
  return domains.includes(domainOf(`http://${address.slice(address.lastIndexOf('@') + 1)}`));
}
