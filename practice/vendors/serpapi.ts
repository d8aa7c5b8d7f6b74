// serpapi.com: GET /search.json (or /search?output=json) with api_key in the query. Repeating a search within an hour hits its
// cache and is free; an empty account is a 429 with its own text.

import { type Dates, googleDates, organicResults } from './organic-results.ts';
import { createSeen } from './per-world.ts';
import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from './stand-in.ts';

const dollarsPerSearch = 0.015;
const isCached = createSeen();
const refusal = (status: number, error: string): StandInResponse => ({ status, body: { error } });

export const serpapiStandIn: StandIn = (request) => {
  const { path, query, mood } = request;
  if (mood === 'refused' || query.get('api_key') !== PRACTICE_KEY) {
    return refusal(401, 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key');
  }
  if (/^\/account(\.json)?$/.test(path)) return account(mood === 'broke' ? 0 : 241);
  if (!/^\/search(\.json)?$/.test(path)) return refusal(404, 'Not found.');
  if (mood === 'broke') return refusal(429, 'Your account has run out of searches.');
  const q = query.get('q') ?? '';
  if (q === '') return refusal(400, 'Missing query `q` parameter.');
  const dates = googleDates(query.get('tbs'));
  if (dates === null) return refusal(400, 'Unsupported `tbs` parameter.');
  return search(request, q, dates);
};

function search(request: StandInRequest, q: string, dates: Dates | undefined): StandInResponse {
  const { query, world } = request;
  const start = Number(query.get('start') ?? 0);
  const { results, total } = organicResults(request, q, { from: start, count: 10, dates });
  const { api_key: _key, ...parameters } = Object.fromEntries(query);
  if (!isCached(world, JSON.stringify(parameters))) request.charge(dollarsPerSearch);
  const isEmpty = results.length === 0;
  return {
    status: 200,
    body: {
      search_metadata: { id: 'practice', status: 'Success', total_time_taken: 0.9 },
      search_parameters: parameters,
      search_information: {
        query_displayed: q,
        organic_results_state: isEmpty ? 'Fully empty' : 'Results for exact spelling',
      },
      ...(isEmpty
        ? { error: "Google hasn't returned any results for this query." }
        : { organic_results: results.map(drawn) }),
      ...(total > start + 10 && {
        serpapi_pagination: { next: `https://serpapi.com/search.json?start=${start + 10}` },
      }),
    },
  };
}

const drawn = ({ url, title, description }: { url: string; title: string; description: string }, index: number) => ({
  ...{ position: index + 1, title, link: url, displayed_link: url, snippet: description, source: 'Practice' },
});

const account = (left: number): StandInResponse => ({
  status: 200,
  body: {
    ...{ account_id: 'practice', api_key: PRACTICE_KEY, account_status: 'Active', plan_name: 'Free Plan' },
    ...{ searches_per_month: 250, plan_searches_left: left, extra_credits: 0, total_searches_left: left },
    ...{ this_month_usage: 250 - left, this_hour_searches: 0, account_rate_limit_per_hour: 50 },
  },
});
