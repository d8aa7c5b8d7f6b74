// google.serper.dev: POST /search with X-API-KEY. A wrong key is a 403, an empty account a 400 with a message.
import { googleDates, organicResults } from './organic-results.ts';
import { PRACTICE_KEY, type StandIn, type StandInResponse } from './stand-in.ts';

const dollarsPerCredit = 0.001;
const refusal = (status: number, message: string): StandInResponse => ({
  status,
  body: { message, statusCode: status },
});

export const serperStandIn: StandIn = (request) => {
  const { method, path, headers, body, mood } = request;
  if (method !== 'POST' || path !== '/search') return refusal(404, 'Not Found');
  if (mood === 'refused' || headers['x-api-key'] !== PRACTICE_KEY) {
    return refusal(403, 'Unauthorized. Sign up for a free account.');
  }
  if (mood === 'broke') return refusal(400, 'Not enough credits');
  const { q, gl = 'us', hl = 'en', page = 1, tbs } = (body ?? {}) as Record<string, string | number | undefined>;
  if (typeof q !== 'string' || q === '') return refusal(400, 'Missing query parameter');
  const dates = googleDates(tbs);
  if (dates === null) return refusal(400, 'Invalid tbs parameter');
  const from = (Math.max(1, Number(page)) - 1) * 10;
  const { results } = organicResults(request, q, { from, count: 10, dates });
  request.charge(dollarsPerCredit);
  return {
    status: 200,
    body: {
      searchParameters: { q, gl, hl, type: 'search', num: 10, page: Number(page), engine: 'google' },
      organic: results.map(({ url, title, description }, index) => ({
        ...{ title, link: url, snippet: description, position: from + index + 1 },
      })),
      credits: 1,
    },
  };
};
