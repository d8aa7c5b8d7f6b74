// api.dataforseo.com: an envelope that contains the status, Basic auth, one task per call. Google's organic results live and
// through the queue (a task is pending the first time its result is requested), the list of ids, and the account.
import { enveloped, failed, idOf, only } from './dataforseo-envelope.ts';
import { backlinksLive, contentSearchLive } from './dataforseo-links.ts';
import { answerBulk } from './dataforseo-metrics.ts';
import { googleDates, organicResults } from './organic-results.ts';
import { PRACTICE_KEY, type StandIn, type VendorAnswered, type VendorAsked } from './stand-in.ts';

interface Task {
  id: string;
  data: Record<string, unknown>;
  cost: number;
  postedAt: Date;
  /** How often its result was requested. */
  asked: number;
}

const tasks = new WeakMap<VendorAsked['world'], Task[]>();
const serp = '/v3/serp/google/organic';

const maxSimultaneous = 30;

export const dataForSeoStandIn: StandIn = (asked) => {
  const { method, path, headers, mood, simultaneous } = asked;
  const login = Buffer.from(`${PRACTICE_KEY}:${PRACTICE_KEY}`).toString('base64');
  if (mood === 'refused' || headers.authorization !== `Basic ${login}`) {
    return failed(401, 40100, 'You are not Authorized to Access this Resource.');
  }
  if (path === '/v3/appendix/user_data') return user(asked, mood === 'broke' ? 0 : 42.5);
  if (mood === 'broke') return failed(402, 40200, 'Payment Required.');
  if (mood === 'busy' || mood === 'busy-until') return failed(200, 40202, 'Rate limit per minute exceeded: 2000.');
  if (simultaneous > maxSimultaneous) {
    return failed(200, 40209, `Too many simultaneous requests: ${maxSimultaneous} are allowed.`);
  }
  if (method === 'GET' && path.startsWith(`${serp}/task_get/advanced/`)) return result(asked);
  if (method === 'GET' && path === `${serp}/tasks_ready`) return ready(asked);
  if (method !== 'POST') return failed(404, 40400, 'Not Found.');
  if (path === '/v3/serp/id_list') return idList(asked);
  if (path === `${serp}/task_post`) return post(asked);
  if (path === `${serp}/live/advanced`) return live(asked);
  if (path === '/v3/backlinks/backlinks/live') return backlinksLive(asked);
  if (path === '/v3/content_analysis/search/live') return contentSearchLive(asked);
  const bulk = answerBulk(asked, only(asked));
  if (bulk) return enveloped(asked, { ...bulk, data: only(asked) ?? {} });
  return failed(404, 40400, 'Not Found.');
};

/** An error answer if the search parameters are invalid. */
function invalid(asked: VendorAsked, data: Record<string, unknown> | null): VendorAnswered | undefined {
  if (data === null) return enveloped(asked, { code: 40000, message: 'You can set only one task at a time.' });
  const field = [
    ...(typeof data.keyword === 'string' && data.keyword.length <= 700 ? [] : ['keyword']),
    ...(data.location_code || data.location_name ? [] : ['location_code']),
    ...(data.language_code || data.language_name ? [] : ['language_code']),
    ...(Number(data.depth ?? 10) <= 200 ? [] : ['depth']),
    ...(datesOf(data) === null ? ['search_param'] : []),
  ][0];
  return field ? enveloped(asked, { code: 40501, message: `Invalid Field: '${field}'.`, data }) : undefined;
}

const datesOf = ({ search_param }: Record<string, unknown>) =>
  googleDates(search_param ? new URLSearchParams(String(search_param)).get('tbs') : undefined);

function post(asked: VendorAsked): VendorAnswered {
  const data = only(asked);
  const refused = invalid(asked, data);
  if (refused || !data) return refused ?? failed(200, 40502, 'POST Data Is Empty.');
  const known = tasksOf(asked);
  const cost = priceOf(Number(data.depth ?? 10), data.priority === 2 ? 0.0012 : 0.0006);
  const id = idOf(`${known.length} ${JSON.stringify(data)}`);
  known.push({ id, data, cost, postedAt: new Date(), asked: 0 });
  asked.charge(cost);
  return enveloped(asked, { id, code: 20100, message: 'Task Created.', cost, data });
}

function live(asked: VendorAsked): VendorAnswered {
  const data = only(asked);
  const refused = invalid(asked, data);
  if (refused || !data) return refused ?? failed(200, 40502, 'POST Data Is Empty.');
  const cost = priceOf(Number(data.depth ?? 10), 0.002);
  asked.charge(cost);
  const rows = resultRows(asked, data);
  if (rows === null) return enveloped(asked, { code: 40102, message: 'No Search Results.', cost, data });
  return enveloped(asked, { id: idOf(JSON.stringify(data)), cost, data, result: rows });
}

function result(asked: VendorAsked): VendorAnswered {
  const id = decodeURIComponent(asked.path.split('/').at(-1) ?? '');
  const task = tasksOf(asked).find((one) => one.id === id);
  if (!task) return enveloped(asked, { id, code: 40401, message: 'Task Not Found.' });
  task.asked += 1;
  if (task.asked === 1) return enveloped(asked, { id, code: 40602, message: 'Task In Queue.', data: task.data });
  const rows = resultRows(asked, task.data);
  if (rows === null) return enveloped(asked, { id, code: 40102, message: 'No Search Results.', data: task.data });
  return enveloped(asked, { id, data: task.data, result: rows });
}

function resultRows(asked: VendorAsked, data: Record<string, unknown>): unknown[] | null {
  const keyword = String(data.keyword);
  const { results, total } = organicResults(asked, keyword, {
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

function ready(asked: VendorAsked): VendorAnswered {
  const open = tasksOf(asked).filter((task) => task.asked < 2);
  const rows = open.map(({ id, data, postedAt }) => ({
    ...{ id, se: 'google', se_type: 'organic', date_posted: stamp(postedAt), tag: data.tag ?? null },
    ...{ endpoint_regular: null, endpoint_advanced: `${serp}/task_get/advanced/${id}`, endpoint_html: null },
  }));
  return enveloped(asked, { result: rows });
}

function idList(asked: VendorAsked): VendorAnswered {
  const { datetime_from: from, datetime_to: to, include_metadata: hasMetadata } = only(asked) ?? {};
  const isWithin = (at: Date) => stamp(at) >= String(from) && stamp(at) <= String(to);
  const rows = tasksOf(asked)
    .filter(({ postedAt }) => isWithin(postedAt))
    .map(({ id, data, cost, postedAt }) => ({
      ...{ id, url: `https://api.dataforseo.com${serp}/task_post`, datetime_posted: stamp(postedAt), cost },
      ...{ datetime_done: stamp(postedAt), status: 'ok', ...(hasMetadata ? { metadata: data } : {}) },
    }));
  return enveloped(asked, { result: rows.reverse() });
}

function user(asked: VendorAsked, balance: number): VendorAnswered {
  const money = { total: 50, balance, limits: {}, statistics: {} };
  return enveloped(asked, { result: [{ login: PRACTICE_KEY, timezone: 'UTC', money }] });
}

function tasksOf({ world }: VendorAsked): Task[] {
  const known = tasks.get(world) ?? [];
  tasks.set(world, known);
  return known;
}

/** The first ten results cost the full price, the others three quarters of it. */
const priceOf = (depth: number, perTen: number) =>
  Math.round((perTen + (Math.ceil(depth / 10) - 1) * perTen * 0.75) * 1e6) / 1e6;

const stamp = (at: Date) => at.toISOString().replace('T', ' ').replace(/\..*/, ' +00:00');
