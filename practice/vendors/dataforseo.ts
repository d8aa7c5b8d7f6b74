// api.dataforseo.com: an envelope that contains the status, Basic auth, one task per call. Google's organic results through the queue
// (a task is pending the first time its result is requested), the list of ids, and the account.

import { enveloped, failed, idOf, only } from './dataforseo-envelope.ts';
import { backlinksLive, contentSearchLive } from './dataforseo-links.ts';
import { answerBulk } from './dataforseo-metrics.ts';
import { googleDates, organicResults } from './organic-results.ts';
import { perWorld } from './per-world.ts';
import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from './stand-in.ts';

interface Task {
  id: string;
  data: Record<string, unknown>;
  cost: number;
  postedAt: Date;
  /** How often its result was requested. */
  request: number;
}

const tasksIn = perWorld((): Task[] => []);
const serp = '/v3/serp/google/organic';

const maxSimultaneous = 30;

export const dataForSeoStandIn: StandIn = (request) => {
  const { method, path, headers, mood, simultaneous } = request;
  const login = Buffer.from(`${PRACTICE_KEY}:${PRACTICE_KEY}`).toString('base64');
  if (mood === 'refused' || headers.authorization !== `Basic ${login}`) {
    return failed(401, 40100, 'You are not Authorized to Access this Resource.');
  }
  if (path === '/v3/appendix/user_data') return user(request, mood === 'broke' ? 0 : 42.5);
  if (mood === 'broke') return failed(402, 40200, 'Payment Required.');
  if (mood === 'busy' || mood === 'busy-until') return failed(200, 40202, 'Rate limit per minute exceeded: 2000.');
  if (simultaneous > maxSimultaneous) {
    return failed(200, 40209, `Too many simultaneous requests: ${maxSimultaneous} are allowed.`);
  }
  if (method === 'GET' && path.startsWith(`${serp}/task_get/advanced/`)) return result(request);
  if (method !== 'POST') return failed(404, 40400, 'Not Found.');
  if (path === '/v3/serp/id_list') return idList(request);
  if (path === `${serp}/task_post`) return post(request);
  if (path === '/v3/backlinks/backlinks/live') return backlinksLive(request);
  if (path === '/v3/content_analysis/search/live') return contentSearchLive(request);
  const bulk = answerBulk(request, only(request));
  if (bulk) return enveloped(request, { ...bulk, data: only(request) ?? {} });
  return failed(404, 40400, 'Not Found.');
};

/** An error answer if the search parameters are invalid. */
function invalid(request: StandInRequest, data: Record<string, unknown> | null): StandInResponse | undefined {
  if (data === null) return enveloped(request, { code: 40000, message: 'You can set only one task at a time.' });
  const field = [
    ...(typeof data.keyword === 'string' && data.keyword.length <= 700 ? [] : ['keyword']),
    ...(data.location_code || data.location_name ? [] : ['location_code']),
    ...(data.language_code || data.language_name ? [] : ['language_code']),
    ...(Number(data.depth ?? 10) <= 200 ? [] : ['depth']),
    ...(datesOf(data) === null ? ['search_param'] : []),
  ][0];
  return field ? enveloped(request, { code: 40501, message: `Invalid Field: '${field}'.`, data }) : undefined;
}

const datesOf = ({ search_param }: Record<string, unknown>) =>
  googleDates(search_param ? new URLSearchParams(String(search_param)).get('tbs') : undefined);

function post(request: StandInRequest): StandInResponse {
  const data = only(request);
  const refused = invalid(request, data);
  if (refused || !data) return refused ?? failed(200, 40502, 'POST Data Is Empty.');
  const known = tasksIn(request.world);
  const cost = priceOf(data, data.priority === 2 ? 0.0012 : 0.0006);
  const id = idOf(`${known.length} ${JSON.stringify(data)}`);
  known.push({ id, data, cost, postedAt: new Date(), request: 0 });
  request.charge(cost);
  return enveloped(request, { id, code: 20100, message: 'Task Created.', cost, data });
}

function result(request: StandInRequest): StandInResponse {
  const id = decodeURIComponent(request.path.split('/').at(-1) ?? '');
  const task = tasksIn(request.world).find((one) => one.id === id);
  if (!task) return enveloped(request, { id, code: 40401, message: 'Task Not Found.' });
  task.request += 1;
  if (task.request === 1) return enveloped(request, { id, code: 40602, message: 'Task In Queue.', data: task.data });
  const rows = resultRows(request, task.data);
  if (rows === null) return enveloped(request, { id, code: 40102, message: 'No Search Results.', data: task.data });
  return enveloped(request, { id, data: task.data, result: rows });
}

function resultRows(request: StandInRequest, data: Record<string, unknown>): unknown[] | null {
  const keyword = decoded(String(data.keyword));
  const { results, total } = organicResults(request, keyword, {
    ...{ from: 0, count: Number(data.depth ?? 10) },
    dates: datesOf(data) ?? undefined,
  });
  if (results.length === 0) return null;
  const items = results.map(({ url, title, description }, index) => ({
    ...{ type: 'organic', rank_group: index + 1, rank_absolute: index + 2, page: Math.floor(index / 10) + 1 },
    ...{ domain: URL.parse(String(url))?.hostname ?? '', title, description, url, breadcrumb: url, highlighted: null },
  }));
  const first = { type: 'people_also_ask', rank_group: 1, rank_absolute: 1, title: 'People also ask' };
  return [
    {
      ...{ keyword, type: 'organic', se_domain: 'google.com', location_code: data.location_code ?? null },
      ...{ language_code: data.language_code ?? null, check_url: 'https://www.google.com/search', spell: null },
      ...{ datetime: stamp(new Date()), item_types: ['organic', 'people_also_ask'], se_results_count: total },
      ...{ pages_count: Math.ceil(items.length / 10), items_count: items.length + 1, items: [first, ...items] },
    },
  ];
}

function idList(request: StandInRequest): StandInResponse {
  const { datetime_from: from, datetime_to: to, include_metadata: hasMetadata } = only(request) ?? {};
  const isWithin = (at: Date) => stamp(at) >= String(from) && stamp(at) <= String(to);
  const rows = tasksIn(request.world)
    .filter(({ postedAt }) => isWithin(postedAt))
    .map(({ id, data, cost, postedAt }) => ({
      ...{ id, url: `https://api.dataforseo.com${serp}/task_post`, datetime_posted: stamp(postedAt), cost },
      ...{ datetime_done: stamp(postedAt), status: 'ok', ...(hasMetadata ? { metadata: data } : {}) },
    }));
  return enveloped(request, { result: rows.reverse() });
}

function user(request: StandInRequest, balance: number): StandInResponse {
  const money = { total: 50, balance, limits: {}, statistics: {} };
  return enveloped(request, { result: [{ login: PRACTICE_KEY, timezone: 'UTC', money }] });
}

/** The first ten results cost the full price, the others three quarters of it; with certain operators, five times as much. */
function priceOf({ depth, keyword }: Record<string, unknown>, perTen: number): number {
  const pages = Math.ceil(Number(depth ?? 10) / 10);
  const factor = /(?:intitle|inurl|intext|site):/.test(String(keyword)) ? 5 : 1;
  return Math.round(factor * perTen * (1 + (pages - 1) * 0.75) * 1e6) / 1e6;
}

/** All %## and + in a keyword are decoded. */
const decoded = (keyword: string) =>
  keyword
    .replaceAll('+', ' ')
    .replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());

const stamp = (at: Date) => at.toISOString().replace('T', ' ').replace(/\..*/, ' +00:00');
