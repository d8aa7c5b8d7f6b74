// What load-in-thread.ts and its thread send to each other.
import type { Config } from '../../../../platform/config.ts';
import type { DatabaseAddress } from '../../../../platform/db.ts';
import type { DiskBudget } from '../disk-budget.ts';
import type { FileToLoad } from './load-file.ts';

/** What the thread is asked to do. */
export interface ThreadTask {
  address: DatabaseAddress;
  clickhouse: Config['linkIndex']['clickhouse'];
  file: FileToLoad;
  options: DiskBudget;
  /** Tells the operator of the source who is asking. */
  contact: string;
}

/** What the thread reports. */
export type ThreadReport = { outcome: 'loaded' | 'busy' } | { problem: string };
