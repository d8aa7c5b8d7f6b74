// SearXNG: GET /search?format=json, without key or price. If JSON is not enabled it answers 403 with an HTML page.
import { organicResults, periodOf } from './organic-results.ts';
import type { StandIn } from './stand-in.ts';

const perPage = 15;

export const searxngStandIn: StandIn = (request) => {
  const { path, query, mood } = request;
  if (path !== '/search') return { status: 404, body: '<!doctype html><title>404</title>' };
  if (mood === 'refused' || query.get('format') !== 'json') {
    return {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>403 Forbidden</title>',
    };
  }
  const q = query.get('q') ?? '';
  if (q === '') return { status: 400, body: { error: 'No query' } };
  const page = Number(query.get('pageno') ?? 1);
  if (!Number.isInteger(page) || page < 1)
    return { status: 400, body: { error: 'Invalid value for parameter pageno' } };
  const range = query.get('time_range');
  if (range !== null && !/^(?:day|week|month|year)$/.test(range)) {
    return { status: 400, body: { error: 'Invalid value for parameter time_range' } };
  }
  const dates = periodOf(range?.slice(0, 1) ?? '') ?? undefined;
  request.charge(0);
  // Its engines are blocked, which it reports next to an empty list of results.
  const isBlocked = mood === 'broke';
  const { results } = organicResults(request, q, { from: (page - 1) * perPage, count: isBlocked ? 0 : perPage, dates });
  return {
    status: 200,
    body: {
      query: q,
      results: results.map(({ url, title, description }, index) => ({
        ...{ url, title, content: description, engines: ['duckduckgo', 'brave'], score: 1 / (index + 1) },
      })),
      ...{ answers: [], corrections: [], infoboxes: [], suggestions: [] },
      unresponsive_engines: isBlocked ? [['google', 'Suspended: CAPTCHA']] : [],
    },
  };
};
