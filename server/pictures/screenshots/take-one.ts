// Captures one claimed page, stores its screenshots, and saves the outcome.

import { believableTitle } from '../../engine/believable.ts';
import { pageFetcherOf } from '../../engine/pages/fetcher-of.ts';
import { describePage } from '../../engine/screenshots/describe-page.ts';
import type { NoPicture, ScreenshotProvider } from '../../engine/screenshots/screenshot-provider.ts';
import { takeScreenshot } from '../../engine/screenshots/take-screenshot.ts';
import type { Context } from '../../platform/context.ts';
import type { Log } from '../../platform/log.ts';
import { storePicture } from '../picture-files.ts';
import { type Claim, type Settlement, settleScreenshot } from './claims.store.ts';

export interface Taking {
  claim: Claim;
  providers: readonly ScreenshotProvider[];
  log: Log;
  signal: AbortSignal;
}

/** A page whose worker died this often is not tried again. */
const maxAttempts = 3;

/** Rejects when the signal fires or a service cannot be reached; the claim then expires. */
export async function takeOne(ctx: Context, { claim, providers, log, signal }: Taking): Promise<Settlement> {
  const settlement: Settlement =
    claim.attempts > maxAttempts
      ? { state: 'failed', reason: 'unavailable' }
      : await photograph(ctx, { claim, providers, log, signal });
  await settleScreenshot(ctx.db.kysely, claim, settlement);
  return settlement;
}

async function photograph(ctx: Context, { claim, providers, log, signal }: Taking): Promise<Settlement> {
  const call = { outbound: ctx.outbound, practice: ctx.practice, log, signal };
  const outcome = await takeScreenshot(providers, claim.url, call);
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
