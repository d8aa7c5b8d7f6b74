import { expect, test } from 'vitest';
import { readBrowserServices } from './browser-services.ts';
import { ConfigError, readEnvironment } from './environment.ts';

test('no service without its key', () => {
  expect(readBrowserServices('')).toEqual({});
});

test('each service by its name, at its own host unless told otherwise', () => {
  const text = 'honeybadger:hbp_1, plausible:zeus.example@https://stats.zeus.example,crisp:5f2a-11';
  expect(readEnvironment({ BROWSER_SERVICES: text }).BROWSER_SERVICES).toBe(text);
  expect(readBrowserServices(text)).toEqual({
    errors: { key: 'hbp_1', endpoint: 'https://api.honeybadger.io' },
    analytics: { domain: 'zeus.example', endpoint: 'https://stats.zeus.example' },
    chat: { id: '5f2a-11', host: 'https://client.crisp.chat' },
  });
});

test.each(['honeybadger', 'other:key', 'honeybadger:', "crisp:id@https://x;script-src 'unsafe-inline'", 'crisp:a b'])(
  '%s is refused at the start',
  (text) => {
    expect(() => readEnvironment({ BROWSER_SERVICES: text })).toThrow(ConfigError);
  },
);
