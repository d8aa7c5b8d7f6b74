// lsapi.seomoz.com/v2: POST with x-moz-token. At most fifty rows per call, paged by a token; rows are billed.

import { type KnownLink, linksTo, onePerSite } from './link-database.ts';
import { mozUrlMetrics } from './moz-url-metrics.ts';
import { perWorld } from './per-world.ts';
import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from './stand-in.ts';

const dollarsPerRow = 0.0067;
const consumedBy = perWorld(() => ({ rows: 0 }));
const filters = ['external', 'follow', 'nofollow', 'deleted', 'not_deleted', 'not_redirect'];
const sorts: Record<string, (link: KnownLink) => number> = {
  source_page_authority: ({ urlRating }) => urlRating,
  source_domain_authority: ({ domainRating }) => domainRating,
};

const refusal = (status: number, name: string, message: string): StandInResponse => ({
  status,
  body: { name, message },
});

export const mozStandIn: StandIn = (request) => {
  const { method, path, headers, mood } = request;
  if (mood === 'refused' || headers['x-moz-token'] !== PRACTICE_KEY) {
    return refusal(401, 'unauthorized', 'The given credentials are not valid.');
  }
  if (method !== 'POST') return refusal(404, 'not_found', 'No such resource.');
  if (path === '/usage_data') return { status: 200, body: { rows_consumed: consumedBy(request.world).rows } };
  if (mood === 'broke') return refusal(429, 'quota_exceeded', 'The row quota of this billing period is used up.');
  if (path === '/url_metrics') return urlMetrics(request);
  return path === '/links' ? links(request) : refusal(404, 'not_found', 'No such resource.');
};

function urlMetrics(request: StandInRequest): StandInResponse {
  const rows = mozUrlMetrics(request);
  if (!rows) return refusal(400, 'invalid_parameter', 'The parameter targets is not valid.');
  const { targets } = request.body as { targets: unknown[] };
  bill(request, targets.length);
  return { status: 200, body: { results: rows } };
}

function bill(request: StandInRequest, rows: number): void {
  consumedBy(request.world).rows += rows;
  request.charge(rows * dollarsPerRow);
}

function links(request: StandInRequest): StandInResponse {
  const {
    target,
    target_scope = 'page',
    filter = 'external',
    limit = 25,
    ...rest
  } = (request.body ?? {}) as Record<string, unknown>;
  const { sort = 'source_page_authority', source_scope: scope = 'page', next_token: token = '' } = rest;
  const wanted = String(filter).split('+');
  const by = sorts[String(sort)];
  const from = token === '' ? 0 : Number(Buffer.from(String(token), 'base64').toString());
  const wrong = [
    ...(typeof target === 'string' && target !== '' ? [] : ['target']),
    ...(Number(limit) >= 1 && Number(limit) <= 50 ? [] : ['limit']),
    ...(wanted.every((one) => filters.includes(one)) ? [] : ['filter']),
    ...(by ? [] : ['sort']),
    ...(Number.isInteger(from) ? [] : ['next_token']),
  ][0];
  if (wrong !== undefined || !by) return refusal(400, 'invalid_parameter', `The parameter ${wrong} is not valid.`);
  const isHostile = request.mood === 'hostile';
  const known = linksTo(request, target_scope === 'page' ? String(target) : '').filter(({ rel }) => fits(rel, wanted));
  const grouped = scope === 'root_domain' ? onePerSite(known) : known;
  const sorted = isHostile ? grouped : grouped.toSorted((a, b) => by(b) - by(a));
  const rows = sorted.slice(from, from + Number(limit));
  bill(request, rows.length);
  const end = from + rows.length;
  const next = end < sorted.length ? Buffer.from(String(end)).toString('base64') : '';
  return { status: 200, body: { results: rows.map(drawn), next_token: next } };
}

function fits(rel: string, wanted: string[]): boolean {
  const isFollowed = !rel.includes('nofollow');
  if (wanted.includes('deleted')) return false;
  return !(wanted.includes('follow') && !isFollowed) && !(wanted.includes('nofollow') && isFollowed);
}

/** Moz returns pages without a scheme. */
const bare = (url: unknown) => (typeof url === 'string' ? url.replace(/^https?:\/\//, '') : url);

const drawn = ({ urlFrom, urlTo, host, title, anchor, rel, domainRating, urlRating }: KnownLink) => ({
  source: {
    ...{ page: bare(urlFrom), subdomain: host, root_domain: host, title, last_crawled: '2026-10-01', http_code: 200 },
    ...{ page_authority: urlRating, domain_authority: domainRating, spam_score: 1, link_propensity: 0.01 },
  },
  target: { page: bare(urlTo), page_authority: 30, domain_authority: 40 },
  ...{ anchor_text: anchor, nofollow: rel.includes('nofollow'), redirect: false, rel_canonical: false },
  ...{ via_redirect: false, via_rel_canonical: false, date_first_seen: '2026-01-01', date_last_seen: '2026-09-20' },
  date_disappeared: '',
});
