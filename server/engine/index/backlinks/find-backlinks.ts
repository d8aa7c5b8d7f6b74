// Who links to a page or domain: dofollow links only, one per linking domain (its strongest page), strongest domains first.

import type { Kdb } from '../../../platform/db.ts';
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import {
  type Backlink,
  countsOfDomain,
  countsOfPage,
  type LinkCounts,
  linksToDomain,
  linksToPage,
} from './backlinks.store.ts';

export type { Backlink, LinkCounts } from './backlinks.store.ts';

export type LinkTarget = { url: string } | { domain: string };

export interface BacklinkRequest {
  limit: number;
  minDomainRating?: number;
  maxDomainRating?: number;
}

/** Empty when nothing links there, or when the index does not know it. */
export async function findBacklinks(db: Kdb, target: LinkTarget, request: BacklinkRequest): Promise<Backlink[]> {
  if ('domain' in target) return linksToDomain(db, domainOf(withScheme(target.domain)), request);
  const url = toPageUrl(target.url);
  return url === null ? [] : linksToPage(db, spellings(url), request);
}

/** Referring domains (dofollow), dofollow and total backlinks, and ratings. Unknown counts are 0, unknown ratings -1. */
export async function countBacklinks(db: Kdb, target: LinkTarget): Promise<LinkCounts> {
  if ('domain' in target) return countsOfDomain(db, domainOf(withScheme(target.domain)));
  const url = toPageUrl(target.url);
  return countsOfPage(db, url === null ? [] : spellings(url));
}

function withScheme(domain: string): string {
  return domain.includes('://') ? domain : `http://${domain}`;
}

/** The same page as people write it: with or without a trailing slash, http or https. */
export function spellings(url: string): string[] {
  const other = new URL(url);
  other.protocol = other.protocol === 'https:' ? 'http:' : 'https:';
  const both = other.port === '' ? [url, other.href] : [url];
  return [...new Set(both.flatMap((one) => [one, withOtherEnd(one)]))];
}

function withOtherEnd(url: string): string {
  const other = new URL(url);
  if (other.pathname !== '/') {
    other.pathname = other.pathname.endsWith('/') ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  }
  return other.href;
}
