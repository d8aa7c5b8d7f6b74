const deadlock = '40P01';

/**
 * Runs a transaction, and again when PostgreSQL ended it because it and another waited for each other: nothing of it was done
 * then. For those that cannot lock rows in the order of the house. Rejects as the last run does.
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
