// DataForSEO's live Backlinks and Content Analysis: filters, sorting, paging, and the price in the answer.
import type { Page } from '../data/types.ts';
import { addressOf } from '../templates/view.ts';
import { compare } from './conditions.ts';
import { enveloped, idOf, only } from './dataforseo-envelope.ts';
import { type KnownLink, linksTo, pageRating, referringOf, siteRating } from './link-database.ts';
import { organicPages } from './organic-results.ts';
import type { StandInRequest, StandInResponse } from './stand-in.ts';

const price = { call: 0.02, row: 0.00003 };
const mostRows = 1000;

type Item = Record<string, unknown>;

/** POST /v3/backlinks/backlinks/live */
export function backlinksLive(request: StandInRequest): StandInResponse {
  return answer(request, { field: 'target', modeField: 'mode', domainField: 'domain_from' }, (data) =>
    linksTo(request, String(data.target)).map((link) => drawnLink(link, scaleOf(data))),
  );
}

/** POST /v3/content_analysis/search/live */
export function contentSearchLive(request: StandInRequest): StandInResponse {
  return answer(request, { field: 'keyword', modeField: 'search_mode', domainField: 'domain' }, (data) => {
    const pages = organicPages(request.world, String(data.keyword), request.port).filter(({ kind }) => kind !== 'home');
    const referring = referringOf(request.world, request.port);
    const items = pages.map((page, index) =>
      drawnPage(page, { scale: scaleOf(data), port: request.port, referring: referring.get(page) ?? 0, index }),
    );
    return request.mood === 'hostile' ? [...hostilePages(request), ...items] : items;
  });
}

/** The field names each of the two calls uses. */
interface Fields {
  field: string;
  modeField: string;
  domainField: string;
}

function answer(
  request: StandInRequest,
  { field, modeField, domainField }: Fields,
  find: (data: Item) => Item[],
): StandInResponse {
  const data = only(request);
  if (data === null) return enveloped(request, { code: 40000, message: 'You can set only one task at a time.' });
  const limit = Number(data.limit ?? 100);
  const filters = data.filters ?? null;
  const wrong = [
    ...(typeof data[field] === 'string' && data[field] !== '' ? [] : [field]),
    ...(limit >= 1 && limit <= mostRows ? [] : ['limit']),
    ...(filters === null || Array.isArray(filters) ? [] : ['filters']),
  ][0];
  if (wrong !== undefined) return enveloped(request, { code: 40501, message: `Invalid Field: '${wrong}'.`, data });
  const items = find(data);
  const isHostile = request.mood === 'hostile';
  let kept: Item[];
  try {
    kept = filters === null ? items : items.filter((item) => isHostile || fits(item, filters as unknown[]));
  } catch {
    return enveloped(request, { code: 40501, message: "Invalid Field: 'filters'.", data });
  }
  const all = isHostile ? kept : sort(kept, data.order_by);
  const sorted = data[modeField] === 'one_per_domain' ? firstOf(all, domainField) : all;
  const offset = Number(data.offset ?? 0);
  const rows = sorted.slice(offset, offset + limit);
  const cost = Math.round((price.call + rows.length * price.row) * 1e6) / 1e6;
  request.charge(cost);
  const result = {
    ...{ [field]: data[field], [modeField]: data[modeField] ?? 'as_is', offset_token: null, search_after_token: null },
    ...{ total_count: sorted.length, items_count: rows.length, items: rows },
  };
  return enveloped(request, { id: idOf(JSON.stringify(data)), cost, data, result: [result] });
}

/** `[field, operator, value]`, or several joined by `and` and `or`. Throws if it is not a valid filter. */
function fits(item: Item, filters: unknown[]): boolean {
  const [first, operator, wanted] = filters;
  if (typeof first === 'string' && first !== 'and' && first !== 'or') {
    const verdict = compare(valueAt(item, first), String(operator), wanted);
    if (verdict === undefined || filters.length !== 3) throw new Error('no such operator');
    return verdict;
  }
  let verdict = fits(item, first as unknown[]);
  for (let index = 1; index < filters.length; index += 2) {
    const next = fits(item, filters[index + 1] as unknown[]);
    verdict = filters[index] === 'or' ? verdict || next : verdict && next;
  }
  return verdict;
}

function valueAt(item: Item, path: string): unknown {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Item | undefined)?.[name], item);
  if (value === undefined) throw new Error('no such field');
  return value;
}

function sort(items: Item[], orderBy: unknown): Item[] {
  const [rule = ''] = Array.isArray(orderBy) ? (orderBy as string[]) : [];
  const [field = '', direction] = rule.split(',');
  if (field === '') return items;
  const value = (item: Item) => Number(valueAt(item, field));
  return items.toSorted((a, b) => (direction === 'asc' ? value(a) - value(b) : value(b) - value(a)));
}

function firstOf(items: Item[], field: string): Item[] {
  const seen = new Set<unknown>();
  return items.filter((item) => !seen.has(item[field]) && seen.add(item[field]));
}

/** Ranks are 0 to 1000 unless 0 to 100 is requested. */
const scaleOf = (data: Item) => (data.rank_scale === 'one_hundred' ? 1 : 10);
const scaled = (rating: unknown, scale: number) => (typeof rating === 'number' ? rating * scale : rating);

const drawnLink = (link: KnownLink, scale: number): Item => ({
  ...{ type: 'backlink', domain_from: link.host, url_from: link.urlFrom, url_to: link.urlTo, anchor: link.anchor },
  ...{ dofollow: !link.rel.includes('nofollow'), attributes: link.rel === '' ? null : link.rel.split(' ') },
  ...{ page_from_title: link.title, page_from_rank: scaled(link.urlRating, scale) },
  ...{ domain_from_rank: scaled(link.domainRating, scale), rank: 10 * scale, backlink_spam_score: 1 },
  ...{ page_from_status_code: 200, page_from_language: 'en', page_from_external_links: 3, item_type: 'anchor' },
  ...{ semantic_location: 'article', first_seen: '2026-01-02 00:00:00 +00:00', last_seen: null, is_new: false },
  ...{ is_lost: false, is_broken: false, links_count: 1, group_count: 1, domain_from_country: null, alt: null },
});

interface Drawing {
  scale: number;
  port: number;
  referring: number;
  index: number;
}

function drawnPage(page: Page, { scale, port, referring, index }: Drawing): Item {
  return {
    ...{ type: 'content_analysis', url: addressOf(page, port), domain: page.site.host, main_domain: page.site.host },
    ...{ url_rank: pageRating(page, referring) * scale, domain_rank: siteRating(page.site) * scale, spam_score: 1 },
    ...{ fetch_time: '2026-10-01 00:00:00 +00:00', country: 'US', language: page.site.language },
    ...{ score: 10_000 - index, page_types: ['blogs'], page_category: null, ratings: null, social_metrics: null },
    content_info: {
      ...{ content_type: 'page_content', title: page.title, main_title: page.title, previous_title: null, level: 1 },
      ...{ author: page.authors[0]?.name ?? null, snippet: page.description, snippet_length: page.description.length },
      ...{ language: page.site.language, date_published: `${page.published} 00:00:00 +00:00` },
    },
  };
}

/** The link database's hostile rows as pages. */
function hostilePages(request: StandInRequest): Item[] {
  return linksTo(request, '').map(({ urlFrom, host, title, domainRating, urlRating }) => ({
    ...{ type: 'content_analysis', url: urlFrom, domain: host, main_domain: host, language: 'en' },
    ...{ url_rank: urlRating, domain_rank: domainRating, content_info: { title: null, main_title: title } },
  }));
}
