// What operator commands say when they cannot do their work: one sentence and exit code 1, never a stack trace.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../server/test/database.ts';
import { runScript, scriptEnv } from './test/run-script.ts';

const home = mkdtempSync(join(tmpdir(), 'zeus-commands-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (command: string, databaseUrl: string) => runScript(command.split(' '), scriptEnv(home, databaseUrl));

// Not dead-letters: it opens the database as service-token does.
test.each([['service-token'], ['link-index status']])('%s without a database says so', (command) => {
  const { status, said } = run(command, 'postgres://zeus:secret@127.0.0.1:1/zeus');
  expect(said).toBe(
    'The database at 127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1). ' +
      'Check DATABASE_URL, and that the server is running.',
  );
  expect(status).toBe(1);
});

test('on a database that no Zeus has used, commands say so', async () => {
  const empty = await createEmptyDatabase();
  onTestFinished(() => empty.drop());
  const { host, port, user, password, database } = empty.address;
  const parts = new URLSearchParams({ host, port: String(port), user, password });
  expect(run('dead-letters', `postgres:///${database}?${parts}`)).toEqual({
    status: 1,
    said: 'Zeus has not run on this database yet. Start it first.',
  });
});

test('an unknown option of the index, or an upgrade where no database is, says what to do', () => {
  expect(run('link-index status --disc', '')).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^npm run index --/),
  });
  expect(run('upgrade-database', '')).toEqual({
    status: 1,
    said: `There is no database in ${home}. Set ZEUS_HOME to the folder that Zeus runs with.`,
  });
});
