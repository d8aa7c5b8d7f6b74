const deadlock = '40P01';

/**
 * Runs a transaction, and again if PostgreSQL aborted it because of a deadlock: it changed nothing then. For transactions that
 * cannot lock rows in the usual order. Rejects as the last run does.
 */
export async function againAfterDeadlock<Result>(run: () => Promise<Result>, times = 5): Promise<Result> {
  for (let left = times; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      if (left <= 1 || (error as { code?: string }).code !== deadlock) throw error;
    }
  }
}
