// The worker: says which feature handles which job, then runs jobs until it is stopped. The only place that does.
import type { Context } from './platform/context.ts';

/** Begins to run jobs; rejects when the database cannot be reached or a declared job has no handler. */
export async function startWorker(ctx: Pick<Context, 'queue'>): Promise<{ stop(): Promise<void> }> {
  await ctx.queue.startWorking();
  return { stop: () => ctx.queue.stop() };
}
