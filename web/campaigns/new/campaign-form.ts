// Reads the new-campaign forms and validates them as specified in section 5.
import { filterDefaults, highestFilter, magicFilterAbove, maxKeyword } from '../../../shared/limits.ts';
import { maxContactedDays, usualContactedDays } from '../../../shared/prospect-values.ts';
import type { SearchPlace } from '../../../shared/search-place.ts';
import { readKeywords } from '../../../shared/targeting.ts';
import { maxKeywords } from '../../../shared/targeting-values.ts';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import { formatNumber } from '../../ui/values/figures.ts';
import type { NewCampaign } from '../campaigns.api.ts';
import { readWholeNumber } from './read-whole-number.ts';
import { emptyTargeting, readTargeting, type TargetingDraft } from './targeting-draft.ts';

export type Source = 'organic' | 'magic';

/** What the forms keep until their campaign has started. */
export const draftNames = { search: 'new-search', own: 'new-own-backlinks' } as const;

export const sentences = {
  emptyKeyword: 'Keyword cannot be empty',
  magicFilters: 'Minimum Words & Traffic must be filled out and > 0',
  noBacklinks: 'Please enter backlinks so Zeus can get to work.',
  badBacklinks: 'Please enter valid URLs so Zeus can get to work.',
  noCredit: "You don't have enough credits to create a campaign.",
  aboveZero: 'Enter a number above 0.',
} as const;

/** The state of the search form, with numbers as typed. */
export interface SearchDraft extends Record<keyof typeof filterDefaults, string> {
  readonly source: Source;
  /** One per line, if there are several. */
  readonly keyword: string;
  readonly isSeveral: boolean;
  readonly targeting: TargetingDraft;
  /** Null until the user chooses; until then the last campaign's place is used. */
  readonly country: string | null;
  readonly language: string | null;
  /** Which known sites to leave out; days as typed. */
  readonly skip: {
    readonly blocked: boolean;
    readonly inCampaign: boolean;
    readonly linkingToMe: boolean;
    readonly contacted: boolean;
    readonly contactedDays: string;
  };
}

export const emptySearch: SearchDraft = {
  source: 'organic',
  keyword: '',
  isSeveral: false,
  targeting: emptyTargeting,
  country: null,
  language: null,
  skip: {
    ...{ blocked: true, inCampaign: true, linkingToMe: true, contacted: true },
    contactedDays: String(usualContactedDays),
  },
  minDR: '',
  maxDR: '',
  minWords: '',
  minTraffic: '',
};

/** The state of the form for own backlinks. */
export interface OwnDraft {
  readonly text: string;
  readonly name: string;
  /** The page they should link to, as typed. */
  readonly target: string;
}

export const emptyOwn: OwnDraft = { text: '', name: '', target: '' };

type Checked = { campaign: NewCampaign } | { problems: FormProblems };

/** The campaign the form describes, or what is wrong with it. `place`: null if no source searches by it. */
export function readSearch(draft: SearchDraft, place: SearchPlace | null): Checked {
  const keywords = keywordsOf(draft);
  const isMagic = draft.source === 'magic';
  const minDR = readRating(draft, 'minDR');
  const maxDR = readRating(draft, 'maxDR');
  const minWords = isMagic ? readMagicFilter(draft, 'minWords') : filterDefaults.minWords;
  const minTraffic = isMagic ? readMagicFilter(draft, 'minTraffic') : filterDefaults.minTraffic;
  const { targeting, problems: fields } = readTargeting(draft.targeting, keywords, isMagic);
  if (keywords.length === 0) fields.keyword = sentences.emptyKeyword;
  const tooLong = keywords.find(({ length }) => length > maxKeyword);
  if (tooLong) fields.keyword = `A keyword can have at most ${maxKeyword} characters.`;
  if (keywords.length > maxKeywords) {
    fields.keyword = `Enter at most ${maxKeywords} keywords. You entered ${formatNumber(keywords.length)}.`;
  }
  const numbers = { minDR, maxDR, minWords, minTraffic };
  for (const [name, value] of Object.entries(numbers)) if (typeof value === 'string') fields[name] = value;
  if (isNumber(minDR) && isNumber(maxDR) && minDR > maxDR) fields.maxDR = 'Must be at least the minimum.';
  const { contacted, contactedDays: typedDays, ...rules } = draft.skip;
  const contactedDays = contacted ? readDays(typedDays) : null;
  if (typeof contactedDays === 'string') fields.contactedDays = contactedDays;
  else if (Object.keys(fields).length === 0 && areNumbers(numbers)) {
    const skip = { ...rules, contactedDays };
    const named = draft.isSeveral ? { keywords } : { keyword: keywords[0] ?? '' };
    const isTargeted = Object.keys(targeting).length > 0;
    return {
      campaign: {
        ...{ ...named, magicCampaign: isMagic, ...numbers, ...place, skip },
        ...(isTargeted && { targeting }),
      },
    };
  }
  return { problems: { fields } };
}

/** The keywords of the form, each once. */
export const keywordsOf = ({ keyword, isSeveral }: Pick<SearchDraft, 'keyword' | 'isSeveral'>): string[] =>
  isSeveral ? readKeywords(keyword) : keyword.trim() === '' ? [] : [keyword.trim()];

type NumberField = keyof typeof filterDefaults;
/** A string is the error message. */
type NumberOrProblem = number | string;

const isNumber = (value: NumberOrProblem) => typeof value === 'number';
const areNumbers = (values: Record<NumberField, NumberOrProblem>): values is Record<NumberField, number> =>
  Object.values(values).every(isNumber);

function readRating(draft: SearchDraft, name: 'minDR' | 'maxDR'): NumberOrProblem {
  const value = readFilter(draft, name);
  return typeof value === 'string' || (value >= 0 && value <= 100) ? value : 'Enter a number from 0 to 100.';
}

function readDays(typed: string): NumberOrProblem {
  const days = readWholeNumber(typed);
  const isUsable = typeof days === 'number' && days >= 1 && days <= maxContactedDays;
  return isUsable ? days : `Enter a whole number from 1 to ${formatNumber(maxContactedDays)}.`;
}

function readMagicFilter(draft: SearchDraft, name: 'minWords' | 'minTraffic'): NumberOrProblem {
  const value = readFilter(draft, name);
  if (typeof value === 'string') return value;
  if (value <= magicFilterAbove) return sentences.aboveZero;
  return value <= highestFilter ? value : `Enter a number up to ${formatNumber(highestFilter)}.`;
}

/** An empty filter means its default. */
function readFilter(draft: SearchDraft, name: NumberField): NumberOrProblem {
  if (draft[name].trim() === '') return filterDefaults[name];
  const value = readWholeNumber(draft[name]);
  if (value === 'fraction') return 'Enter a whole number, without decimals.';
  return value === 'unreadable' ? 'Enter a number, using digits only.' : value;
}

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
