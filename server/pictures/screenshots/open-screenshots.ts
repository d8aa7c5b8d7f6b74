// The configured screenshot providers: our own browser first, then the services that have a key.
import { botUserAgent } from '../../engine/pages/bot.ts';
import { type OwnBrowser, openOwnBrowser } from '../../engine/screenshots/own/own-browser.ts';
import type { ScreenshotProvider } from '../../engine/screenshots/screenshot-provider.ts';
import { screenshotServices } from '../../engine/screenshots/services/services.ts';
import type { Context } from '../../platform/context.ts';
import { enqueueTaking } from '../request-screenshots.ts';
import { hasUnclaimed, reviveFailed } from './claims.store.ts';

export interface Screenshots {
  providers: readonly ScreenshotProvider[];
  /** Uses the same browser. */
  renderedLinks: OwnBrowser['renderedLinks'];
  /** Closes the browser. */
  close(): Promise<void>;
}

/** Starts nothing before the first page. */
export function openScreenshots(ctx: Context): Screenshots {
  const { config, log, practice } = ctx;
  const own = openOwnBrowser({
    chromiumPath: config.chromiumPath,
    practice,
    log,
    botName: botUserAgent(config.web.siteUrl),
  });
  const providers = [own, ...screenshotServices(ctx)];
  return { providers, renderedLinks: own.renderedLinks, close: own.close };
}

/**
 * Enqueues pages that wait without a job: after the worker that had claimed one died, its job ran again while the claim was
 * still valid and found nothing to do; or a page failed so often that its job gave up. Of those that failed because there was no
 * browser, one is tried again; if that succeeds, so are the others. Rejects like any query.
 */
export async function sweepScreenshots(ctx: Pick<Context, 'db' | 'queue'>): Promise<void> {
  await reviveFailed(ctx.db.kysely, 1);
  if (await hasUnclaimed(ctx.db.kysely)) await enqueueTaking(ctx, ctx.db.kysely);
}

/** When a worker starts: continues with what waits, and retries one of the pages that failed because there was no browser. */
export async function resumeScreenshots(ctx: Pick<Context, 'db' | 'queue'>): Promise<void> {
  await reviveFailed(ctx.db.kysely, 1);
  await enqueueTaking(ctx, ctx.db.kysely);
}
