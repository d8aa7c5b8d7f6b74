// Validates the form of new campaigns like the browser does, with the same messages (specification section 5).
import type { CampaignForm } from '../../../shared/api/campaigns.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  filterDefaults,
  highestFilter,
  magicFilterAbove,
  magicMaxCredits,
  maxKeyword,
} from '../../../shared/limits.ts';
import { badTarget, maxOwnBacklinks, readOwnBacklinks } from '../../../shared/own-backlinks.ts';
import { usualContactedDays } from '../../../shared/prospect-values.ts';
import { toPlace } from '../../../shared/search-place.ts';
import { cleanKeywords } from '../../../shared/targeting.ts';
import { maxKeywords } from '../../../shared/targeting-values.ts';
import { tidyText } from '../../../shared/tidy-text.ts';
import type { CampaignValues } from '../../campaigns/new-campaigns.store.ts';
import { cutWhole } from '../../engine/cut-whole.ts';
import { toPageUrl } from '../../engine/pages/page-url.ts';
import type { DateSupport } from '../../engine/search/publication-dates.ts';
import { readTargeting } from './read-targeting.ts';

const usualSkip = { blocked: true, inCampaign: true, linkingToMe: true, contactedDays: usualContactedDays };
const formatted = (value: number) => value.toLocaleString('en');
const tooManyUrls = `Please enter at most ${formatted(maxOwnBacklinks)} URLs.`;

export interface NewCampaign extends CampaignValues {
  /** Own backlinks; empty for the other types. */
  urls: string[];
  /** The page that own backlinks should link to. */
  target?: string;
}

/** What is needed to judge a form. */
export interface FormRules {
  dateSupport: () => DateSupport | null;
  isPrivate: (url: string) => boolean;
}

/** One campaign per keyword. Throws AppError: bad-input with a message for the user, or bad-urls with the invalid lines. */
export function readCampaignForm(form: CampaignForm, rules: FormRules): NewCampaign[] {
  if (form.campaignType === 'BYOB') return [readOwnForm(form, rules)];
  const keywords = cleanKeywords(form.keywords ?? [form.keyword ?? '']);
  refuseUnless(keywords.length > 0, 'Keyword cannot be empty');
  refuseUnless(keywords.length <= maxKeywords, `Please enter at most ${maxKeywords} keywords, not ${keywords.length}.`);
  return keywords.map((keyword) => readSearchForm(form, keyword, rules));
}

function readSearchForm(form: CampaignForm, keyword: string, { dateSupport }: FormRules): NewCampaign {
  refuseUnless(keyword.length <= maxKeyword, `Keyword cannot be longer than ${maxKeyword} characters.`);
  const minDr = toNumber(form.minDR, filterDefaults.minDR);
  const maxDr = toNumber(form.maxDR, filterDefaults.maxDR);
  const isRating = (value: number) => Number.isInteger(value) && value >= 0 && value <= 100;
  refuseUnless(isRating(minDr) && isRating(maxDr), 'Minimum DR and Maximum DR must be whole numbers from 0 to 100.');
  refuseUnless(minDr <= maxDr, 'Minimum DR cannot be higher than Maximum DR.');
  const place = toPlace(form.country, form.language);
  const isMagic = form.magicCampaign === true;
  const targeting = readTargeting(form, { keyword, isMagic, dateSupport });
  const range = {
    ...{ keyword, minDr, maxDr, place, skip: form.skip ?? usualSkip, urls: [] },
    // Without choices the form is what it was before there were any, and so is its hash.
    ...(targeting && { targeting }),
  };
  if (!isMagic) return { type: 'Guest Posts', ...range, minWords: 0, minTraffic: 0 };
  const minWords = toNumber(form.minWords, filterDefaults.minWords);
  const minTraffic = toNumber(form.minTraffic, filterDefaults.minTraffic);
  const filters = [minWords, minTraffic];
  const isFilledOut = filters.every((value) => value > magicFilterAbove);
  refuseUnless(isFilledOut, 'Minimum Words & Traffic must be filled out and > 0');
  const isUsable = filters.every((value) => Number.isInteger(value) && value <= highestFilter);
  refuseUnless(
    isUsable,
    `Minimum Words and Minimum Traffic must be whole numbers, ${formatted(highestFilter)} at most.`,
  );
  const limit = toNumber(form.limit, magicMaxCredits);
  const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= magicMaxCredits;
  refuseUnless(isLimit, `The limit must be a whole number from 1 to ${magicMaxCredits}.`);
  const magic = { type: 'Magic Campaign', ...range, minWords, minTraffic } as const;
  // Without a limit of the user's the form is what it was before there were limits, and so is its hash.
  return limit < magicMaxCredits ? { ...magic, limit } : magic;
}

function readOwnForm({ keyword, backlinks, target }: CampaignForm, { isPrivate }: FormRules): NewCampaign {
  const { urls, bad, isCut } = readOwnBacklinks(backlinks ?? [], (url) => (isPrivate(url) ? 'not-public' : undefined));
  refuseUnless(!isCut, tooManyUrls);
  if (bad.length > 0) throw new AppError('bad-urls', 'Please enter only valid URLs.', { lines: bad });
  refuseUnless(urls.length > 0, 'Please enter backlinks so Zeus can get to work.');
  const pages = new Set(urls.flatMap((url) => toPageUrl(url) ?? []));
  refuseUnless(pages.size <= maxOwnBacklinks, tooManyUrls);
  const name = cutWhole(tidyText(keyword ?? ''), maxKeyword) || 'Own Backlinks';
  const { minDR, maxDR, minWords, minTraffic } = filterDefaults;
  const filters = { minDr: minDR, maxDr: maxDR, minWords, minTraffic, place: null, skip: usualSkip };
  const own = { type: 'BYOB' as const, keyword: name, ...filters, urls: [...pages] };
  const linked = readTarget(target ?? '');
  // Without a target the form is what it was before there were any, and so is its hash.
  return linked === null ? own : { ...own, target: linked };
}

/** Null if none is named. */
function readTarget(typed: string): string | null {
  if (typed.trim() === '') return null;
  const [url] = readOwnBacklinks([typed]).urls;
  const target = url === undefined ? null : toPageUrl(url);
  if (target === null) throw new AppError('bad-input', badTarget);
  return target;
}

/** NaN if it is not a number. */
function toNumber(value: number | string | null | undefined, empty: number): number {
  if (value === undefined || value === null) return empty;
  if (typeof value === 'number') return value;
  return value.trim() === '' ? empty : Number(value);
}

function refuseUnless(holds: boolean, message: string): void {
  if (!holds) throw new AppError('bad-input', message);
}
