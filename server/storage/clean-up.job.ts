// Removes files without an object: from deleted accounts, interrupted uploads and failed removals. Runs every hour.
import { cleanUpStorage } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { repeating } from '../platform/queue/repeating.ts';
import { abandonOldFiles } from './files/files.store.ts';
import { removeFiles } from './files/object-files.ts';

const everySeconds = 3600;
/** No upload takes this long: requests time out after a minute. */
const writtenWithinSeconds = 3600;
const batch = 500;

/** Handles storage.clean-up. */
export function cleanUpStorageJob(ctx: Pick<Context, 'db' | 'storage' | 'queue'>): JobHandler<object> {
  return repeating(ctx, cleanUpStorage, everySeconds, async ({ signal }) => {
    await abandonOldFiles(ctx.db.kysely, writtenWithinSeconds);
    while (!signal.aborted && (await removeFiles(ctx, batch)) === batch);
  });
}
