// Deleting a large campaign on tables for which PostgreSQL has no statistics yet.
import { expect, test } from 'vitest';
import { createCampaign, createUser } from '../test/build.ts';
import { databaseForTests } from '../test/database.ts';
import { deleteCampaign } from './delete-campaign.ts';

const db = databaseForTests();

test('finds the contacts of each backlink through their index rather than among all contacts of the campaign', async () => {
  await db.sql`alter table backlinks set (autovacuum_enabled = false)`;
  await db.sql`alter table contacts set (autovacuum_enabled = false)`;
  const userId = await createUser(db);
  const campaignId = await createCampaign(db, userId);
  await db.sql`insert into backlinks (user_id, requests_id, url_from, domain, source)
    select ${userId}, ${campaignId}, 'https://site.example/' || n, 'site.example', 'own' from generate_series(1, 1000) n`;
  await db.sql`insert into contacts (user_id, request_id, backlink_id, source)
    select user_id, requests_id, id, 'zeus-own' from backlinks, generate_series(1, 3) where requests_id = ${campaignId}`;

  // What the foreign key runs for each deleted backlink, planned the same way.
  const client = await db.pool.connect();
  try {
    await client.query(`set plan_cache_mode = force_generic_plan; prepare go (uuid, uuid, uuid) as
      delete from only contacts where backlink_id = $1 and request_id = $2 and user_id = $3`);
    const { rows } = await client.query(`explain execute go ('${userId}', '${userId}', '${userId}')`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond:.*backlink_id = .*request_id = .*user_id = /);
  } finally {
    client.release(true);
  }

  await deleteCampaign({ db }, { userId, id: campaignId });
  expect(await db.sql`select from contacts`).toEqual([]);
});
