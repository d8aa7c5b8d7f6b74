// Captures one claimed page, stores its screenshots, checks its links, looks for authors and addresses, and saves the outcome.
import { believableTitle } from '../../engine/believable.ts';
import { findOnRendered } from '../../engine/finding/rendered/rendered-findings.ts';
import { pageFetcherOf } from '../../engine/pages/fetcher-of.ts';
import type { PageFacts } from '../../engine/pages/page-facts.ts';
import { describePage } from '../../engine/screenshots/describe-page.ts';
import type { NoPicture, ScreenshotOutcome, ScreenshotProvider } from '../../engine/screenshots/screenshot-provider.ts';
import { takeScreenshot } from '../../engine/screenshots/take-screenshot.ts';
import type { Context } from '../../platform/context.ts';
import type { Log } from '../../platform/log.ts';
import { watchLinks } from '../links/check-links.ts';
import { listTargets } from '../links/link-checks.store.ts';
import { storePicture } from '../picture-files.ts';
import type { Claim } from './claims.store.ts';
import { type Seen, type Settlement, settleScreenshot } from './settle-screenshot.ts';

export interface Taking {
  claim: Claim;
  providers: readonly ScreenshotProvider[];
  log: Log;
  signal: AbortSignal;
}

/** A page whose worker died this often is not tried again. */
const maxAttempts = 3;

/** Rejects when the signal fires, with NoPictureNow, and when the database or the file store cannot be reached. */
export async function takeOne(ctx: Context, taking: Taking): Promise<Settlement> {
  const { claim } = taking;
  if (claim.attempts > maxAttempts) {
    const settlement: Settlement = { state: 'failed', reason: 'unavailable' };
    await settleScreenshot(ctx, claim, settlement);
    return settlement;
  }
  const { settlement, seen } = await visit(ctx, taking);
  await settleScreenshot(ctx, claim, settlement, seen);
  return settlement;
}

async function visit(ctx: Context, { claim, providers, log, signal }: Taking) {
  const call = { outbound: ctx.outbound, practice: ctx.practice, log, signal };
  const targets = await listTargets(ctx.db.kysely, claim.id);
  const links = watchLinks(ctx, { url: claim.url, targets, log, signal });
  const outcome = await takeScreenshot(providers, claim.url, call, { linksToShow: links.linksToShow });
  const [settlement, seen] = await Promise.all([settle(ctx, { claim, log, signal }, outcome), links.results(outcome)]);
  return { settlement, seen: { ...seen, ...findingsOf(links.facts()) } };
}

/** For the contact search, in case the served page names no one. */
function findingsOf(facts: PageFacts | undefined): Pick<Seen, 'findings'> {
  return facts ? { findings: findOnRendered(facts) } : {};
}

async function settle(
  ctx: Context,
  { claim, log, signal }: Omit<Taking, 'providers'>,
  outcome: ScreenshotOutcome,
): Promise<Settlement> {
  if (outcome.kind === 'failed') {
    log.info({ url: claim.url, reason: outcome.reason, detail: outcome.detail }, 'no screenshot');
    return { state: 'failed', reason: outcome.reason, ...(await cardFor(ctx, claim, outcome, signal)) };
  }
  const [file, small_file] = await Promise.all([
    storePicture(ctx, outcome.full, 'webp'),
    storePicture(ctx, outcome.small, 'webp'),
  ]);
  return { state: 'ready', file, small_file, title: believableTitle(outcome.title ?? '') };
}

// If there is nothing to read, or we may not read it, the backlink's own title has to do.
async function cardFor(ctx: Context, { url }: Claim, { reason }: NoPicture, signal: AbortSignal) {
  if (reason === 'refused' || reason === 'not-found' || reason === 'no-browser') return {};
  const card = await describePage({ fetcher: pageFetcherOf(ctx), url, signal });
  if (card === null) return {};
  if (card === 'no-such-host') return { reason: card };
  const { title, description, image } = card;
  return { title, description, image_file: image && (await storePicture(ctx, image.bytes, image.extension)) };
}
