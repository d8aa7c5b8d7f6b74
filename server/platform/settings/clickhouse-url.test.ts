import { expect, test } from 'vitest';
import { parseClickHouseUrl } from './clickhouse-url.ts';
import { ConfigError, readEnvironment } from './environment.ts';

test('one server, and a cluster', () => {
  expect(parseClickHouseUrl('clickhouse://localhost:8123/zeus')).toEqual({
    ...{ nodes: ['http://localhost:8123'], user: 'default', password: '', database: 'zeus', cluster: null },
  });
  expect(parseClickHouseUrl('clickhouse+https://zeus:p%40ss@a.example:8443,[::1]:8443/index_1?cluster=main')).toEqual({
    ...{ nodes: ['https://a.example:8443', 'https://[::1]:8443'], user: 'zeus', password: 'p@ss' },
    ...{ database: 'index_1', cluster: 'main' },
  });
});

test.each([
  'http://localhost:8123/zeus',
  'clickhouse://localhost/zeus',
  'clickhouse://localhost:8123',
  'clickhouse://localhost:8123/zeus;drop',
  'clickhouse://a:8123,b:8123/zeus',
  "clickhouse://a:8123/zeus?cluster=it's",
  'clickhouse://user:%@a:8123/zeus',
])('%s is refused, without repeating it', (text) => {
  expect(parseClickHouseUrl(text)).toBeNull();
  expect(() => readEnvironment({ INDEX_URL: text })).toThrow(ConfigError);
  expect(() => readEnvironment({ INDEX_URL: text })).toThrow('INDEX_URL: an address such as clickhouse://');
});
