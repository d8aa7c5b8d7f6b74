import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { openScreenshots } from './open-screenshots.ts';

const env = (PICTURE_SERVICES: string) => ({ ZEUS_SECRET: 'a'.repeat(32), PRACTICE: 'off', PICTURE_SERVICES });

test('our own browser first, then the services in the order they are set', async () => {
  const config = loadConfig(env('urlbox:K:S, favicons:google,screenshotone:K'));
  expect(config.pictures.favicons).toBe('google');
  const { providers, close } = openScreenshots({ config, log: pino({ level: 'silent' }), db: {} } as Context);
  expect(providers.map(({ source }) => source)).toEqual(['zeus-own', 'urlbox', 'screenshotone']);
  await close();
});

test.each(['urlbox:KEY', 'screenshotone', 'favicons:nobody', 'other:KEY'])('%s is refused at the start', (setting) => {
  expect(() => loadConfig(env(setting))).toThrow('PICTURE_SERVICES: a list such as');
});
