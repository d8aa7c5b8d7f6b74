// The handler of `index.load-file` for Zeus's workers and for `npm run index`, which is a worker itself while it shows progress.
import type { Context } from '../../../../platform/context.ts';
import type { JobHandler } from '../../../../platform/queue/job.ts';
import { engineFor } from '../../engine/engine-for.ts';
import { loadFileJob } from './load-file.job.ts';
import type { FileToLoad } from './load-file.ts';
import { loadInThread } from './load-in-thread.ts';

export function backgroundLoad({ config, db }: Pick<Context, 'config' | 'db'>): JobHandler<FileToLoad> {
  const { folder, diskBytes, isDatabaseLocal, clickhouse } = config.linkIndex;
  const budget = { folder, diskBytes, isDatabaseLocal };
  const contact = `+${config.web.siteUrl}`;
  return loadFileJob({
    ...{ db: db.kysely, engine: engineFor(db, config.linkIndex), budget },
    load: (file, signal) => loadInThread({ address: db.address, clickhouse, file, options: budget, contact }, signal),
  });
}
