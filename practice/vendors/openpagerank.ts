// openpagerank.com: GET /api/v1.0/getPageRank?domains[]=… with API-OPR. One status for the answer and one per domain.
import { hostRating } from './page-figures.ts';
import { PRACTICE_KEY, type StandIn, type StandInResponse } from './stand-in.ts';

const refusal = (status: number, message: string): StandInResponse => ({
  status,
  body: { status_code: status, message },
});

export const openPageRankStandIn: StandIn = ({ method, path, query, headers, mood, world }) => {
  if (method !== 'GET' || path !== '/api/v1.0/getPageRank') return refusal(404, 'Not found');
  if (mood === 'refused' || mood === 'broke' || headers['api-opr'] !== PRACTICE_KEY) {
    return refusal(401, 'Invalid API Key or Domain limit reached');
  }
  if (mood === 'busy') return refusal(429, 'Rate limit exceeded');
  if (mood === 'busy-until') return { ...refusal(429, 'Rate limit exceeded'), headers: { 'retry-after': '7' } };
  const domains = [...query].flatMap(([name, value]) => (/^domains\[\d*\]$/.test(name) ? [value] : []));
  if (domains.length === 0 || domains.length > 100) return refusal(400, 'Between 1 and 100 domains are required');
  const rows = domains.map((domain) => drawn(domain, hostRating(world, domain)));
  const response = mood === 'hostile' ? [...hostileRows(domains), ...rows.slice(2)] : rows;
  return { status: 200, body: { status_code: 200, response, last_updated: '26th August 2026' } };
};

function drawn(domain: string, rating: number | null) {
  if (rating === null) {
    const nothing = { page_rank_integer: 0, page_rank_decimal: 0, rank: null };
    return { status_code: 404, error: 'Domain not found', ...nothing, domain };
  }
  const page_rank_decimal = rating / 10;
  return {
    ...{ status_code: 200, error: '', page_rank_integer: Math.round(page_rank_decimal), page_rank_decimal },
    ...{ rank: String(1_000_000 - rating * 10_000), domain },
  };
}

/** Replace the first two rows: a figure as text, and an invalid one. The others are about domains that were not requested. */
const hostileRows = ([first, second]: string[]) => [
  { status_code: 200, error: '', page_rank_decimal: '4.5', domain: first },
  { status_code: 200, error: '', page_rank_decimal: 'javascript:alert(1)', domain: second },
  { status_code: 200, error: '', page_rank_decimal: 9, domain: 'not-asked.example' },
  { domain: 7 },
  'x'.repeat(1024 * 1024),
];
