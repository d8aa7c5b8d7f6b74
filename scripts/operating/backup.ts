// Backs up the database into one file, even while Zeus is running: npm run backup -- FILE
import { join, resolve } from 'node:path';
import { backupDatabase } from '../../server/platform/backup/backup-database.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { readConfig, runForOperator, withDatabase } from './configured-database.ts';

runForOperator(async () => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || file.startsWith('-') || rest.length > 0) throw new OperatorError('Usage: npm run backup -- FILE');
  const config = readConfig();
  const { tables, rows } = await withDatabase(config, 'shared', (address) => backupDatabase(address, resolve(file)));
  console.log(`Backed up ${rows} rows of ${tables} tables to ${resolve(file)}.`);
  const secret = process.env.ZEUS_SECRET ? 'ZEUS_SECRET' : join(config.home, 'secrets.json');
  const files = config.storage.kind === 'disk' ? config.storage.folder : `the bucket ${config.storage.bucket}`;
  console.log(`Not included, so back these up too: ${secret} and ${files}.`);
});
