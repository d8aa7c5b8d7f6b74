// What operator commands say when they cannot do their work: one sentence and exit code 1, never a stack trace.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bareEnv } from '../../server/test/bare-env.ts';
import { createEmptyDatabase } from '../../server/test/database.ts';

const home = mkdtempSync(join(tmpdir(), 'zeus-commands-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function run(command: string, DATABASE_URL: string) {
  const [script = '', ...args] = command.split(' ');
  const program = join(import.meta.dirname, `${script}.ts`);
  // Set here, so that the project's .env does not count.
  const env = { ...bareEnv, NODE_ENV: 'development', ZEUS_SECRET: '', ZEUS_HOME: home, DATABASE_URL };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}`.trim() };
}

test.each([['dead-letters'], ['service-token'], ['link-index status']])('%s without a database says so', (command) => {
  const { status, said } = run(command, 'postgres://zeus:secret@127.0.0.1:1/zeus');
  expect(said).toBe(
    'The database at 127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1). ' +
      'Check DATABASE_URL, and that the server is running.',
  );
  expect(status).toBe(1);
});

test('on a database that no Zeus has used, commands say so', async () => {
  const empty = await createEmptyDatabase();
  try {
    const { host, port, user, password, database } = empty.address;
    const parts = new URLSearchParams({ host, port: String(port), user, password });
    expect(run('dead-letters', `postgres:///${database}?${parts}`)).toEqual({
      status: 1,
      said: 'Zeus has not run on this database yet. Start it first.',
    });
  } finally {
    await empty.drop();
  }
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
