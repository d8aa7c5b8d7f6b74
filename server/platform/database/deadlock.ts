const deadlock = '40P01';
const maxRuns = 5;

/**
 * Runs a transaction, and again if PostgreSQL aborted it because of a deadlock: it changed nothing then. For transactions that
 * cannot lock rows in the usual order. Rejects as the last run does.
 */
export async function againAfterDeadlock<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let left = maxRuns; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      if (left <= 1 || (error as { code?: string }).code !== deadlock) throw error;
    }
  }
}
