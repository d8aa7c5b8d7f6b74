// What partners' answers have cost on this instance decides in which order they are asked.
import { expect, test } from 'vitest';
import { databaseForTests } from '../../../test/database.ts';
import { countedAs, countResults } from './finder-results.store.ts';
import { createCostOrder } from './partners.ts';

const db = databaseForTests();

test('answers about domains do not change the order of partners for people', async () => {
  const dear = { isFound: true, isValid: false, dollars: 5 };
  await countResults(db.kysely, [
    { ...dear, source: countedAs('hunter', 'domain-people') },
    { ...dear, source: countedAs('snovio-v2', 'people') },
  ]);
  await db.sql`update finder_results set day = day - 1`;
  const order = createCostOrder(db);
  const finders = ['snovio-v2', 'hunter'].map((source) => ({ source, maxDollars: 0.03 }));
  const namesFor = async (capability: 'people' | 'domain-people') =>
    (await order(finders, capability)).map(({ source }) => source);
  expect(await namesFor('people')).toEqual(['hunter', 'snovio-v2']);
  expect(await namesFor('domain-people')).toEqual(['snovio-v2', 'hunter']);
});
