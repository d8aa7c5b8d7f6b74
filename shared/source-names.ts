// The display names of the sources of rows and figures.
import { discountOf, discountReason } from './rating-discount.ts';

const names: Record<string, string> = {
  ahrefs: 'Ahrefs',
  brave: 'Brave Search',
  'by-graph': 'the domain graph',
  'by-search': 'web search',
  clearout: 'Clearout',
  'common-crawl': 'Zeus’s own rating',
  dataforseo: 'DataForSEO',
  dropcontact: 'Dropcontact',
  findymail: 'Findymail',
  hunter: 'Hunter',
  majestic: 'Majestic',
  moz: 'Moz',
  neverbounce: 'NeverBounce',
  openpagerank: 'Open PageRank',
  own: 'your list',
  'practice-web': 'the practice web',
  prospeo: 'Prospeo',
  reacher: 'Reacher',
  searxng: 'SearXNG',
  serpapi: 'SerpApi',
  serper: 'Serper',
  snovio: 'Snov.io',
  'snovio-v2': 'Snov.io (v2)',
  useArtemis: 'Artemis',
  'voila-norbert': 'Voila Norbert',
  zerobounce: 'ZeroBounce',
  'zeus-own': 'the Zeus index',
};

/** The name of a source; one added by a later version is shown by its id. `common-crawl:NAME` names a release of its data. */
export const sourceName = (source: string): string => names[source.split(':')[0] ?? ''] ?? source;

/** Who found or verified an email. On the practice web, partners are stand-ins and say so. */
export function contactSourceName(source: string, isPractice: boolean): string {
  if (source === 'zeus-own') return 'Zeus';
  return isPractice ? `${sourceName(source)} (stand-in)` : sourceName(source);
}

/** These answer with Google's results. */
const google: ReadonlySet<string> = new Set(['dataforseo', 'serpapi', 'serper']);

/** "Google (via Serper)". */
export const searchSourceName = (source: string): string =>
  google.has(source) ? `Google (via ${sourceName(source)})` : sourceName(source);

/** A source's own rating that replaces DR or UR, scaled to 0 to 100. */
const domainRatings: Record<string, string> = {
  dataforseo: 'its domain rank',
  majestic: 'its Trust Flow',
  moz: 'Domain Authority',
  openpagerank: 'its rank of 0 to 10, times 10',
  'zeus-own': 'from the links Zeus knows',
};
const urlRatings: Record<string, string> = {
  dataforseo: 'its page rank',
  majestic: 'its Trust Flow',
  moz: 'Page Authority',
  'zeus-own': 'from the links Zeus knows',
};

/** "DR from Moz (Domain Authority)". */
export function figureSource(label: string, foundBy: string): string {
  // These state no figures: those of their rows come from the index.
  const discount = discountOf(foundBy);
  const source = foundBy === 'by-search' || foundBy === 'by-graph' || discount ? 'zeus-own' : foundBy;
  const release = /^common-crawl:(.+)$/.exec(source)?.[1];
  if (release !== undefined) return `${label} is ${sourceName(source)}, from Common Crawl’s web graph (${release})`;
  const stated = label === 'DR' ? domainRatings[source] : label === 'UR' ? urlRatings[source] : undefined;
  const origin = `${label} from ${sourceName(source)}${stated ? ` (${stated})` : ''}`;
  return discount ? `${origin}. ${discountReason(discount)}` : origin;
}
