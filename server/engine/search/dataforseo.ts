// Google results through DataForSEO's queue: a task is posted and paid for once, and its result can be fetched for free any
// number of times. If the answer to a post is lost, the task is found again by its tag. The queue is cheaper than the live
// endpoint (docs/decisions/0034) and occupies no worker while it runs.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { countries, defaultPlace, type SearchPlace } from '../../../shared/search-place.ts';
import type { PublicationDates } from '../../../shared/targeting-values.ts';
import { ProviderError } from '../provider.ts';
import { askVendor, forgetAnswer } from '../vendors/ask-vendor.ts';
import { authorization, dataForSeo, readTask } from '../vendors/dataforseo.ts';
import { anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import { send } from '../vendors/send.ts';
import { type Question, type VendorContext, vendorError } from '../vendors/vendor.ts';
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
/** A task that takes longer is abandoned, and the next provider is asked. */
const maxWaitMs = 10 * 60_000;
/** A minimum, however short the lifetime of answers: a job waiting for its task must find it again. */
const leastTaskSeconds = 3600;

const posted = z.object({ id: z.string(), at: z.number() });
type Posted = z.infer<typeof posted>;
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
      const post = postQuestion(context, { keyword: queryText(request), place, depth, ...(dates && { dates }) }, use);
      const task = await askVendor(context, post, call);
      if (!task) return null;
      const page = await askVendor(context, resultQuestion(context, task, use), call).catch((error: unknown) =>
        giveUpTask(context, error, { task, post }),
      );
      return page && page.hits.length > 0 ? page.hits.slice(0, limit).map(withoutFigures) : null;
    },
  };
}

interface SerpTask {
  keyword: string;
  place: SearchPlace;
  depth: number;
  dates?: PublicationDates;
}

function postQuestion(
  context: VendorContext,
  asked: SerpTask,
  { capability, lifetimeSeconds }: SearchUse,
): Question<Posted> {
  const tag = `zeus-${createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 32)}`;
  const { country, language } = asked.place;
  const units = Math.ceil(asked.depth / perUnit) * priceFactor(asked.keyword);
  return {
    capability,
    identity: asked,
    request: {
      path: '/v3/serp/google/organic/task_post',
      headers: authorization(context.account),
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
      return { answer: { id, at: Date.now() }, units, dollars: cost };
    },
    schema: posted,
    lifetimeSeconds: Math.max(lifetimeSeconds, leastTaskSeconds),
    maxUnits: units,
    recover: () => findTask(context, tag),
  };
}

/** Finds a task with this tag that was posted within the last hour. */
async function findTask(context: VendorContext, tag: string): Promise<Posted | null> {
  const stamp = (at: number) => new Date(at).toISOString().replace('T', ' ').replace(/\..*/, ' +00:00');
  const now = Date.now();
  const reply = await send(context, {
    path: '/v3/serp/id_list',
    headers: authorization(context.account),
    body: [
      {
        ...{ datetime_from: stamp(now - leastTaskSeconds * 1000), datetime_to: stamp(now) },
        ...{ limit: 1000, sort: 'desc', include_metadata: true },
      },
    ],
  });
  const listed = idList.safeParse(readTask(reply).result);
  const task = listed.data?.find(({ metadata }) => metadata?.tag === tag);
  return task ? { id: task.id, at: now } : null;
}

function resultQuestion(
  context: VendorContext,
  { id }: Posted,
  { capability, lifetimeSeconds }: SearchUse,
): Question<HitPage> {
  return {
    capability,
    identity: { task: id },
    request: {
      path: `/v3/serp/google/organic/task_get/advanced/${encodeURIComponent(id)}`,
      headers: authorization(context.account),
    },
    read(reply) {
      const [{ items }] = parseReply(results, readTask(reply).result, source);
      return { answer: believableHits({ hits: items ?? [], hasMore: false }), units: 0 };
    },
    schema: hitPage,
    lifetimeSeconds,
    maxUnits: 0,
  };
}

/** A failed task is posted again next time; one that takes too long counts as failed. */
async function giveUpTask(
  context: VendorContext,
  error: unknown,
  { task, post }: { task: Posted; post: Question<Posted> },
): Promise<never> {
  if (!(error instanceof ProviderError)) throw error;
  if (error.kind === 'pending' && Date.now() - task.at > maxWaitMs) {
    throw vendorError(source, 'unavailable', 'Its queue takes too long.');
  }
  if (/^(?:40101|40103|404\d\d) /.test(error.message)) await forgetAnswer(context, post);
  throw error;
}
