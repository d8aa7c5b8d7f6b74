// Title and ratings of own backlinks. A page that cannot be read stays in the list with the reason.
import { believableTitle } from '../engine/believable.ts';
import { pageMemoryOf } from '../engine/finding/page-memory.ts';
import { jobFailure } from '../engine/job-failure.ts';
import type { MetricsSource } from '../engine/metrics/figures.ts';
import { type Completed, fillGaps, fillShown } from '../engine/metrics/fill-gaps.ts';
import { noteDiscounts } from '../engine/metrics/note-discounts.ts';
import { metricsSources } from '../engine/metrics/sources.ts';
import type { Call } from '../engine/provider.ts';
import { advanceCampaign, analyzeBacklinks } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import {
  flagLinkingPages,
  giveUpPages,
  listUnreadPages,
  type PageReading,
  savePageReadings,
  type UnreadPage,
} from './backlinks.store.ts';
import { type PageLook, type Reading, readPages } from './read-pages.ts';
import { reportSlowSite } from './report-slow-site.ts';

/** Results are saved this often, so that the list fills while slow sites are still pending. */
const saveEveryMs = 500;

type Metrics = Omit<PageReading, 'id' | 'title' | 'problem'>;

export function analyzeBacklinksJob(ctx: Context): JobHandler<{ backlinkIds: string[] }> {
  const { db, queue, outbound } = ctx;
  const sources = metricsSources(ctx);

  async function save(readings: readonly PageReading[], pages: readonly UnreadPage[]): Promise<void> {
    const campaigns = [...new Set(pages.map(({ campaignId }) => campaignId))];
    await db.kysely.transaction().execute(async (tx) => {
      await savePageReadings(tx, readings);
      await flagLinkingPages(
        tx,
        readings.map(({ id }) => id),
      );
      await queue.enqueueMany(tx, advanceCampaign, toPayloads(campaigns));
    });
  }

  return {
    async run({ backlinkIds }, { attempt, log, signal }) {
      const pages = await listUnreadPages(db.kysely, backlinkIds);
      const [first] = pages;
      if (!first) return;
      const { since } = first;
      const finding = findMetrics({ db, sources }, pages, { since, call: { outbound, log, signal } });
      const metricsOf = await finding.catch((error: unknown) => {
        throw jobFailure(error, since);
      });
      const isLast = attempt >= analyzeBacklinks.attempts;
      let unsaved: PageReading[] = [];
      let savedAt = performance.now();
      let later = 0;

      async function onLook(look: PageLook): Promise<void> {
        if ('later' in look && !isLast) {
          later += 1;
          return;
        }
        unsaved.push({ ...readingOf(look), ...metricsOf(look.page.url) });
        if (performance.now() - savedAt > saveEveryMs) await flush();
      }

      async function flush(): Promise<void> {
        const readings = unsaved;
        unsaved = [];
        savedAt = performance.now();
        if (readings.length > 0) await save(readings, pages);
      }

      const during: Reading['during'] = ({ id: backlinkId, campaignId }, work) =>
        reportSlowSite(ctx, { backlinkId, campaignId, log }, work);
      // Contacts may be searched for soon, which reads the same pages.
      const { fetchAnew } = pageMemoryOf(ctx);
      await readPages({ fetchPage: fetchAnew }, pages, { signal, during, onLook });
      await flush();
      if (later > 0) throw new Error(`${later} of ${pages.length} pages could not be looked at`);
    },
    async gaveUp({ backlinkIds }) {
      await db.kysely.transaction().execute(async (tx) => {
        const campaigns = await giveUpPages(tx, backlinkIds, 'Zeus could not open this page.');
        await queue.enqueueMany(tx, advanceCampaign, toPayloads(campaigns));
      });
    },
  };
}

const toPayloads = (campaigns: readonly string[]) => campaigns.map((campaignId) => ({ campaignId }));

function readingOf(look: PageLook): Pick<PageReading, 'id' | 'title' | 'problem'> {
  const { id } = look.page;
  if ('title' in look) return { id, title: believableTitle(look.title), problem: null };
  return { id, title: '', problem: 'later' in look ? look.later : look.problem };
}

const unknown = { domainRating: -1, urlRating: -1, searchTraffic: -1, trafficValue: -1 };
type Unrated = typeof unknown & { url: string };

/** Throws ProviderError of kind `pending` while figures are on their way, for a limited time. */
async function findMetrics(
  { db, sources }: { db: Context['db']; sources: readonly MetricsSource[] },
  pages: readonly UnreadPage[],
  { since, call }: { since: Date | null; call: Call },
): Promise<(url: string) => Metrics> {
  const incomplete = pages.map(({ url }) => ({ url, ...unknown }));
  const urlOf = ({ url }: { url: string }) => url;
  const filling = { sources, urlOf, call, since };
  const rated = await fillGaps<Unrated>(incomplete, { ...filling, figures: ['domainRating'] });
  const { rows } = await fillShown<Completed<Unrated>>(rated.rows, filling);
  const noted = await noteDiscounts(db.kysely, rows, urlOf);
  const byUrl = new Map(noted.map(({ url, ...metrics }) => [url, metrics]));
  return (url) => byUrl.get(url) ?? { ...unknown, figureSources: {} };
}
