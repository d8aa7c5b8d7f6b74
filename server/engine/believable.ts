// What a provider may state about a page, brought within what Zeus can keep. A provider that lies costs a row, not a campaign.
import { cutWhole } from './cut-whole.ts';
import { toPageUrl } from './pages/page-url.ts';

const maxTitle = 500;
const maxText = 2_000;
/** What fits into an integer column. */
const maxCount = 2_147_483_647;

/** The address in our spelling; null if it is not a web address. */
export function believableUrl(url: string): string | null {
  return toPageUrl(url);
}

/** 0 to 100, or -1 for what is not known. */
export function ratingOrUnknown(rating: number): number {
  return Number.isFinite(rating) && rating >= 0 ? Math.min(100, rating) : -1;
}

/** A whole number, or -1 for what is not known. */
export function countOrUnknown(count: number): number {
  return Number.isFinite(count) && count >= 0 ? Math.min(maxCount, Math.round(count)) : -1;
}

export function believableTitle(text: string): string {
  return cutWhole(withoutControls(text), maxTitle);
}

export function believableText(text: string): string {
  return cutWhole(withoutControls(text), maxText);
}

/** PostgreSQL keeps no NUL, and half a character breaks JSON. */
function withoutControls(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
