// Removes pictures that nobody has wanted for a month, and icons that nobody has looked at for two. Runs every hour.
import { cleanUpPictures } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { repeating } from '../platform/queue/repeating.ts';
import { findUnusedFiles, removeOldFavicons, removeOldScreenshots } from './old-pictures.store.ts';
import { removePicture } from './picture-files.ts';

const everySeconds = 3600;
const keepScreenshotsDays = 30;
const keepFaviconsDays = 60;
/** A round is short; a backlog takes several. */
const batch = 500;

type Parts = Pick<Context, 'db' | 'queue' | 'storage'>;

/** Handles pictures.clean-up. */
export function cleanUpPicturesJob(ctx: Parts): JobHandler<object> {
  return repeating(ctx, cleanUpPictures, everySeconds, async ({ signal }) => {
    while (!signal.aborted && (await cleanUp(ctx)) > 0);
  });
}

/** One round of it; returns how many rows were removed. Rows go first: a file without a row is only a file. */
export async function cleanUp(ctx: Parts): Promise<number> {
  const db = ctx.db.kysely;
  const screenshots = await removeOldScreenshots(db, keepScreenshotsDays, batch);
  const favicons = await removeOldFavicons(db, keepFaviconsDays, batch);
  const names = [...screenshots, ...favicons].flatMap(({ files }) => files);
  for (const name of await findUnusedFiles(db, names)) await removePicture(ctx, name);
  return screenshots.length + favicons.length;
}
