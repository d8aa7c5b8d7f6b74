import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';

/** Handles pictures.take. */
export function takeScreenshotsJob(_ctx: Context): JobHandler<{ lane: number }> {
  return { run: async () => undefined };
}
