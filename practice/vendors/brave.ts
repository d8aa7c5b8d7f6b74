// api.search.brave.com/res/v1: GET /web/search with X-Subscription-Token. A wrong key is a 422. A used-up month is a 429 like
// too many requests a second, and differs only in `quota_current`.
import { type Dates, organicResults, periodOf } from './organic-results.ts';
import { PRACTICE_KEY, type StandIn, type StandInResponse } from './stand-in.ts';

const dollarsPerRequest = 0.005;
const rateHeaders = {
  'x-ratelimit-limit': '50, 0',
  'x-ratelimit-policy': '50;w=1, 0;w=2592000',
  'x-ratelimit-remaining': '49, 0',
  'x-ratelimit-reset': '1, 1209600',
};

const refusal = (status: number, code: string, detail: string, meta: object = {}): StandInResponse => ({
  status,
  headers: rateHeaders,
  body: { type: 'ErrorResponse', error: { id: 'practice', status, code, detail, meta }, time: 1_790_000_000 },
});

export const braveStandIn: StandIn = (request) => {
  const { path, query, headers, mood } = request;
  if (path !== '/web/search') return refusal(404, 'NOT_FOUND', 'Resource not found.');
  const token = headers['x-subscription-token'];
  if (token === undefined) return invalid(['header', 'x-subscription-token']);
  if (mood === 'refused' || token !== PRACTICE_KEY) {
    return refusal(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.');
  }
  if (mood === 'broke') return tooMany({ quota_limit: 2000, quota_current: 2000 });
  if (mood === 'busy' || mood === 'busy-until') return tooMany({ quota_limit: 2000, quota_current: 12 });
  const q = query.get('q') ?? '';
  const count = Number(query.get('count') ?? 20);
  const offset = Number(query.get('offset') ?? 0);
  if (q === '' || q.length > 400 || q.split(/\s+/).length > 50) return invalid(['query', 'q']);
  if (!(count >= 1 && count <= 20)) return invalid(['query', 'count']);
  if (!(offset >= 0 && offset <= 9)) return invalid(['query', 'offset']);
  const dates = readFreshness(query.get('freshness'));
  if (dates === null) return invalid(['query', 'freshness']);
  request.charge(dollarsPerRequest);
  const { results, total } = organicResults(request, q, { from: offset * count, count, dates });
  return {
    status: 200,
    headers: rateHeaders,
    body: {
      type: 'search',
      query: { original: q, more_results_available: offset < 9 && total > (offset + 1) * count },
      ...(results.length > 0 ? { web: { type: 'search', results: results.map(drawn), family_friendly: true } } : {}),
    },
  };
};

/** Null if it is invalid. */
function readFreshness(text: string | null): Dates | null | undefined {
  if (text === null) return undefined;
  const [, initial] = /^p([dwmy])$/.exec(text) ?? [];
  if (initial) return periodOf(initial);
  const [, from, to] = /^(\d{4}-\d\d-\d\d)to(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  return from && to ? { from, to } : null;
}

const tooMany = (quota: object) =>
  refusal(429, 'RATE_LIMITED', 'Request rate limit exceeded for plan.', {
    ...{ plan: 'Search', rate_limit: 50, rate_current: 50 },
    ...quota,
  });

const invalid = (loc: string[]) =>
  refusal(422, 'VALIDATION', 'Unable to validate request parameter(s)', {
    errors: [{ type: 'value_error', loc, msg: 'Input is not valid' }],
  });

function drawn({ url, title, description }: { url: string; title: string; description: string }) {
  const { protocol = 'https:', host = '', hostname = '', pathname = '/' } = URL.parse(url) ?? {};
  const meta_url = { scheme: protocol.replace(':', ''), netloc: host, hostname, path: `› ${pathname}` };
  return { title, url, description, language: 'en', family_friendly: true, meta_url };
}
