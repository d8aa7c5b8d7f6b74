import { expect, test } from 'vitest';
import { requestsTo, serve } from '../test/server.ts';
import { createQueryClient } from './query.ts';
import { rowsQuery } from './rows.ts';

test('reads a list longer than one answer to its end', async () => {
  const row = { id: 'a', keep: false };
  serve('GET /data/contacts', ({ query }) => {
    const full = Array.from({ length: 10_000 }, () => row);
    return Response.json(query.get('offset') === '0' ? full : [row]);
  });
  const rows = await createQueryClient().fetchQuery(rowsQuery('contacts', 'campaign'));
  expect(rows).toHaveLength(10_001);
  expect(requestsTo('GET /data/contacts').map(({ query }) => query.get('offset'))).toEqual(['0', '10000']);
});
