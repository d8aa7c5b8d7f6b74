import { expect, test } from 'vitest';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign } from '../../test/build.ts';

const zeus = appForTests();

/** A Magic Search that delivered so many, with `more` about what it did not deliver. */
async function past(userId: string, delivered: number, more: object = {}) {
  const { db } = zeus.ctx;
  const campaignId = await createCampaign(db, userId, { type: 'Magic Campaign', search: 'done', ...more });
  if (delivered > 0) await createBacklinks(db, { userId, campaignId }, Array(delivered).fill({}));
}

const price = async (token: string) => (await zeus.ask('/data/magic-price', { token })).json();

test('the range is what the user’s own Magic Searches found, whether delivered or not', async () => {
  const { id, token } = await zeus.newUser({ backlink: 7 });
  await past(id, 4);
  await past(id, 6, { over_limit: 4 });
  expect(await price(token)).toEqual({ most: 100, likely: null, balance: 7 });
  await past(id, 2, { left_out: 500 });
  await past(id, 50, { type: 'Guest Posts' });
  await past(id, 0, { search: 'waiting' });
  expect(await price(token)).toEqual({ most: 100, likely: { low: 10, high: 100, basis: 'own' }, balance: 7 });
});

test('without own ones it comes from five other users or more, each counted once', async () => {
  await zeus.ctx.db.sql`delete from requests`;
  const { token } = await zeus.newUser();
  const others = await Promise.all(Array.from({ length: 5 }, () => zeus.newUser()));
  for (const [index, { id }] of others.entries()) {
    expect(await price(token)).toMatchObject({ likely: null });
    await past(id, 10 * (index + 1));
    await past(id, 10 * (index + 1) + 2);
  }
  expect(await price(token)).toMatchObject({ likely: { low: 21, high: 41, basis: 'everyone' } });
});
