// Google results through DataForSEO's queue: a task is posted and paid for once, and its result can be fetched for free any
// number of times. If the answer to a post is lost, the task is found again by its tag. The queue is cheaper than the live
// endpoint (docs/decisions/0034) and occupies no worker while it runs.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { countries, defaultPlace, type SearchPlace } from '../../../shared/search-place.ts';
import type { PublicationDates } from '../../../shared/targeting-values.ts';
import { ProviderError } from '../provider.ts';
import { askLater, type Job, jobIsGone, type LaterQuestion } from '../vendors/ask-later.ts';
import { authorization, type DataForSeoTask, dataForSeo, readTask } from '../vendors/dataforseo.ts';
import { anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import { send } from '../vendors/send.ts';
import type { VendorContext, VendorReply } from '../vendors/vendor.ts';
import { encodeKeyword, priceFactor } from './dataforseo-keyword.ts';
import type { OrganicSearch } from './organic-search.ts';
import { googleDates } from './publication-dates.ts';
import { queryText } from './query-text.ts';
import { believableHits, type HitPage, hitPage, type SearchUse, withoutFigures } from './search-vendor.ts';

const { source } = dataForSeo;
const perUnit = 10;
const maxDepth = 200;
/** 1 or 2; high-priority tasks usually take less than a minute. */
const highPriority = 2;
/** A lost task is looked for among those of the last hour; an older one is posted again. */
const lostTaskMs = 3_600_000;

const row = z.object({ type: z.literal('organic'), url: z.string(), title: anyText, description: anyText });
const results = z.tuple([z.object({ items: rowsOf(row).nullable() })]);
const idList = z.array(z.object({ id: z.string(), metadata: z.object({ tag: anyText }).nullable().catch(null) }));

export function dataForSeoSearch(context: VendorContext, use: SearchUse): OrganicSearch {
  return {
    source,
    dates: 'range',
    async search(request, call) {
      const { limit, place = defaultPlace, dates, resultPages = maxDepth / perUnit } = request;
      const depth = Math.min(maxDepth, limit, resultPages * perUnit);
      const asked = { keyword: queryText(request), place, depth, ...(dates && { dates }) };
      const page = await askLater(context, serpTask(context, asked, use), call);
      return page && page.hits.length > 0 ? page.hits.slice(0, limit).map(withoutFigures) : null;
    },
  };
}

interface AskedSerp {
  keyword: string;
  place: SearchPlace;
  depth: number;
  dates?: PublicationDates;
}

function serpTask(
  context: VendorContext,
  asked: AskedSerp,
  { capability, lifetimeSeconds }: SearchUse,
): LaterQuestion<HitPage> {
  const headers = authorization(context.account);
  const tag = `zeus-${createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 32)}`;
  const { country, language } = asked.place;
  const units = Math.ceil(asked.depth / perUnit) * priceFactor(asked.keyword);
  return {
    ...{ capability, identity: asked, schema: hitPage, lifetimeSeconds, maxUnits: units },
    request: {
      path: '/v3/serp/google/organic/task_post',
      headers,
      body: [
        {
          ...{
            keyword: encodeKeyword(asked.keyword),
            location_code: 2000 + countries[country],
            language_code: language,
          },
          ...{ depth: asked.depth, priority: highPriority, tag },
          ...(asked.dates && { search_param: `&tbs=${googleDates(asked.dates)}` }),
        },
      ],
    },
    read(reply) {
      const { id, cost } = readTask(reply);
      return { answer: { job: id }, units, dollars: cost };
    },
    resultRequest: (id) => ({
      path: `/v3/serp/google/organic/task_get/advanced/${encodeURIComponent(id)}`,
      headers,
    }),
    readResult(reply) {
      const [{ items }] = parseReply(results, readResultTask(reply).result, source);
      return { answer: believableHits({ hits: items ?? [], hasMore: false }), units: 0 };
    },
    recover: () => findTask(context, tag),
  };
}

/** Throws JobIsGone if the task failed or has expired. */
function readResultTask(reply: VendorReply): DataForSeoTask {
  try {
    return readTask(reply);
  } catch (error) {
    if (!(error instanceof ProviderError) || !/^(?:40101|40103|404\d\d) /.test(error.message)) throw error;
    throw jobIsGone(source, error.message);
  }
}

/** Finds a task with this tag that was posted within the last hour. */
async function findTask(context: VendorContext, tag: string): Promise<Job | null> {
  const stamp = (at: number) => new Date(at).toISOString().replace('T', ' ').replace(/\..*/, ' +00:00');
  const now = Date.now();
  const reply = await send(context, {
    path: '/v3/serp/id_list',
    headers: authorization(context.account),
    body: [
      {
        ...{ datetime_from: stamp(now - lostTaskMs), datetime_to: stamp(now) },
        ...{ limit: 1000, sort: 'desc', include_metadata: true },
      },
    ],
  });
  const listed = idList.safeParse(readTask(reply).result);
  const task = listed.data?.find(({ metadata }) => metadata?.tag === tag);
  return task ? { job: task.id } : null;
}
