// The two commands as an operator runs them, on an embedded database in its own home folder.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyReadyHome } from '../../server/test/ready-home.ts';
import { runScript, scriptEnv } from './test/run-script.ts';
import { withServer } from './test/with-server.ts';

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'zeus-scripts-'));
  file = join(home, 'zeus.backup');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...command: string[]) => runScript(command, scriptEnv(home));

test('backs up while Zeus is running or stopped, and restores while it is stopped', async () => {
  rmSync(home, { recursive: true });
  await copyReadyHome(home);
  await withServer(home, async (db) => {
    await db.sql`insert into mailbox (recipient, subject, text) values ('ann', 'Hello', 'é')`;
    expect(run('backup', file)).toMatchObject({
      status: 0,
      said: expect.stringMatching(
        /^Backed up \d+ rows of \d+ tables to .*zeus\.backup\.\nNot included, so back these up too: .*secrets\.json and .*files\.$/,
      ),
    });
    expect(run('restore', file, '--replace')).toMatchObject({
      status: 1,
      said: expect.stringMatching(/^Another Zeus \(pid \d+\) is already running/),
    });
  });
  expect(run('backup', `${file}2`)).toMatchObject({ status: 0 });
  expect(run('restore', file)).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^The database is not empty \(public\.mailbox\)\. Add --replace/),
  });

  // As on a new machine.
  renameSync(join(home, 'postgres'), join(home, 'old'));
  expect(run('restore', `${file}2`)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Restored \d+ rows of \d+ tables, as they were at 20/),
  });
  await withServer(home, async ({ sql }) => {
    expect(await sql`select recipient, text from mailbox`).toEqual([{ recipient: 'ann', text: 'é' }]);
  });
}, 300_000);

test('says what is missing', () => {
  expect(run('backup')).toEqual({ status: 1, said: 'Usage: npm run backup -- FILE' });
  expect(run('restore')).toMatchObject({
    status: 1,
    said: expect.stringMatching(/^Usage: npm run restore -- FILE \[--replace\]/),
  });
  expect(run('restore', file, '--force')).toMatchObject({ status: 1, said: expect.stringMatching(/^Usage/) });
  expect(run('backup', file)).toMatchObject({ status: 1, said: expect.stringMatching(/^There is no database in /) });
});
