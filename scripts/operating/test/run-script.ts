// Runs an operator command as npm does, for the tests of this folder.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bareEnv } from '../../../server/test/bare-env.ts';

/** Its environment. All settings are named, so that the project's .env does not count. */
export const scriptEnv = (home: string, DATABASE_URL = ''): NodeJS.ProcessEnv => ({
  ...bareEnv,
  NODE_ENV: 'development',
  DATABASE_URL,
  ZEUS_SECRET: '',
  ZEUS_HOME: home,
});

export const scriptPath = (name: string): string => join(import.meta.dirname, `../${name}.ts`);

/** `command`: the name of the script and its arguments. */
export function runScript([name = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  const options = { env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [scriptPath(name), ...args], options);
  return { status, said: `${stdout}${stderr}`.trim() };
}
