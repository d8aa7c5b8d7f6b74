import { expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { personFinders } from '../email-finders/sources.ts';
import type { SourceParts } from './open-sources.ts';
import { practicePartners, withPracticePartners } from './practice-partners.ts';

const configOf = (env: Record<string, string>) => loadConfig({ NODE_ENV: 'test', ZEUS_SECRET: 'a'.repeat(64), ...env });
const practice = { port: 4711 };
const accountsWith = (env: Record<string, string>, running: typeof practice | undefined = practice) =>
  withPracticePartners(configOf(env), running).liveSources.accounts;

test('without any setting two stand-ins of the practice web are asked, for nothing', () => {
  const config = withPracticePartners(configOf({}), practice);
  expect(config.liveSources.accounts.map(({ source, baseUrl }) => [source, baseUrl])).toEqual([
    ['hunter', 'http://127.0.0.1:4711/hunter'],
    ['prospeo', 'http://127.0.0.1:4711/prospeo'],
  ]);
  const finders = personFinders({ config, practice, db: {} } as SourceParts);
  expect(finders.map(({ source, maxDollars }) => ({ source, maxDollars }))).toEqual(
    practicePartners.map((source) => ({ source, maxDollars: 0 })),
  );
});

test.each([
  ['off', { PRACTICE: 'off' }],
  ['with a real key', { SERPER_API_KEY: 'real' }],
  ['with a real key that PRACTICE=on leaves unused', { SERPER_API_KEY: 'real', PRACTICE: 'on' }],
])('no stand-ins when practice is %s', (_, env) => {
  const names = accountsWith(env).map(({ source }) => source);
  expect(names).not.toContain('hunter');
  expect(names).not.toContain('prospeo');
});

test('no stand-ins in a process that has no practice web', () => {
  expect(withPracticePartners(configOf({}), undefined).liveSources.accounts).toEqual([]);
});
