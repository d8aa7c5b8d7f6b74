import type { Tx } from '../../server/platform/db.ts';
import type { Query } from './run.ts';
import type { Situation } from './situation.ts';

/** Work that changes rows, which is rolled back afterwards. */
export const rolledBack = (name: string, work: (tx: Tx, at: Situation) => Promise<unknown>): Query => ({
  name,
  run: async (at) => {
    const undo = new Error('undo');
    await at.db.kysely
      .transaction()
      .execute(async (tx) => {
        await work(tx, at);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
  },
});
