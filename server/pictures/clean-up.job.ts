// Removes screenshots that no one has viewed for a month, what was found on pages a month ago, icons unused for two, and files that
// were never completed. Runs every hour.
import { removeOldFindings } from '../engine/finding/rendered/rendered-findings.store.ts';
import { cleanUpPictures } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { repeating } from '../platform/queue/repeating.ts';
import { removeParts } from '../platform/storage.ts';
import {
  findUnusedFiles,
  forgetLeftovers,
  listLeftovers,
  removeOldFavicons,
  removeOldScreenshots,
} from './old-pictures.store.ts';
import { removePicture } from './picture-files.ts';

const everySeconds = 3600;
const keepScreenshotsDays = 30;
/** Also of a screenshot that people still view: they name people, and pages change. */
const keepFindingsDays = 30;
const keepFaviconsDays = 60;
/** Longer than a signed URL is valid, so a page that shows the old picture keeps showing it. */
const keepLeftoversSeconds = 3600;
/** A round is short; a backlog takes several. */
const batch = 500;

type Parts = Pick<Context, 'db' | 'storage'>;

/** Handles pictures.clean-up. */
export function cleanUpPicturesJob(ctx: Parts & Pick<Context, 'queue' | 'config'>): JobHandler<object> {
  return repeating(ctx, cleanUpPictures, everySeconds, async ({ signal }) => {
    while (!signal.aborted && (await cleanUp(ctx)) > 0);
    await removeParts(ctx.config.storage);
  });
}

/** One round; returns how many rows and files it processed. */
export async function cleanUp(ctx: Parts, leftForSeconds = keepLeftoversSeconds): Promise<number> {
  const db = ctx.db.kysely;
  const screenshots = await removeOldScreenshots(db, keepScreenshotsDays, batch);
  const findings = await removeOldFindings(db, keepFindingsDays, batch);
  const favicons = await removeOldFavicons(db, keepFaviconsDays, batch);
  const leftovers = await listLeftovers(db, leftForSeconds, batch);
  for (const name of await findUnusedFiles(db, leftovers)) await removePicture(ctx, name);
  await forgetLeftovers(db, leftovers);
  return screenshots + findings + favicons + leftovers.length;
}
