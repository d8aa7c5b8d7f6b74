// The ways of taking screenshots as the settings say: our own browser first, then the services that have a key.
import { botUserAgent } from '../../engine/pages/bot.ts';
import { type OwnBrowser, openOwnBrowser } from '../../engine/screenshots/own/own-browser.ts';
import type { ScreenshotProvider } from '../../engine/screenshots/screenshot-provider.ts';
import { screenshotServices } from '../../engine/screenshots/services/services.ts';
import type { Context } from '../../platform/context.ts';
import { enqueueTaking } from '../request-screenshots.ts';
import { hasUnclaimed, reviveFailed } from './claims.store.ts';

export interface Screenshots {
  providers: readonly ScreenshotProvider[];
  /** With the same browser. */
  renderedLinks: OwnBrowser['renderedLinks'];
  /** Closes the browser. */
  close(): Promise<void>;
}

/** Nothing is started before the first page is taken. */
export function openScreenshots({ config, log, practice }: Context): Screenshots {
  const own = openOwnBrowser({
    chromiumPath: config.chromiumPath,
    practice,
    log,
    botName: botUserAgent(config.web.siteUrl),
  });
  const providers = [own, ...screenshotServices(config.pictures.screenshots)];
  return { providers, renderedLinks: own.renderedLinks, close: own.close };
}

/**
 * Orders the taking of pages that wait without a job: after the worker that had claimed one died, its job ran again while the
 * claim still held and found nothing to do; or a page failed so often that its job was given up. Rejects like any query.
 */
export async function sweepScreenshots(ctx: Pick<Context, 'db' | 'queue'>): Promise<void> {
  if (await hasUnclaimed(ctx.db.kysely)) await enqueueTaking(ctx, ctx.db.kysely);
}

/** At the start of a worker: goes on with what waits, and tries one of those that failed for want of a browser. */
export async function resumeScreenshots(ctx: Pick<Context, 'db' | 'queue'>): Promise<void> {
  await reviveFailed(ctx.db.kysely, 'no-browser', 1);
  await enqueueTaking(ctx, ctx.db.kysely);
}
