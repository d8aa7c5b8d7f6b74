import { expect, test } from 'vitest';
import { addEntriesOnce } from '../../credits/credits.store.ts';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign } from '../../test/build.ts';

const zeus = appForTests();

type Mode = 'author' | 'domain';

/** A campaign with searched backlinks that cost this much. */
async function past(userId: string, { mode, searched, spent }: { mode: Mode; searched: number; spent: number }) {
  const { db } = zeus.ctx;
  const campaignId = await createCampaign(db, userId, { mode, status: 'Waiting to Download Emails' });
  const done = { contact_search: 'done', contact_search_mode: mode };
  await createBacklinks(db, { userId, campaignId }, Array(searched).fill(done));
  const entries = Array.from({ length: spent }, (_, n) => ({
    ...{ userId, kind: 'email' as const, delta: -1, reason: `email:${n}@${campaignId}` },
    details: { campaignId, keyword: 'golf' },
  }));
  await addEntriesOnce(db.kysely, entries);
}

async function current(userId: string, states: readonly object[]) {
  const campaignId = await createCampaign(zeus.ctx.db, userId);
  const ids = await createBacklinks(zeus.ctx.db, { userId, campaignId }, [...states]);
  return { campaignId, ids };
}

const price = async (token: string, campaignId: string, mode: Mode) =>
  (await zeus.ask(`/data/campaigns/${campaignId}/email-price?mode=${mode}`, { token })).json();

const kept = { keep: true };

test('counts what would be searched in the mode, with the maximum and no range while nothing is known', async () => {
  const { id, token } = await zeus.newUser({ email: 7 });
  const searched = { keep: true, contact_search: 'done', contact_search_mode: 'author' };
  const { campaignId, ids } = await current(id, [
    ...[kept, kept, searched, {}],
    { keep: true, contact_search: 'unreachable' },
    { keep: true, contact_search: 'stopped' },
  ]);
  const author = await price(token, campaignId, 'author');
  expect(author).toMatchObject({ backlinks: 3, most: 15, likely: null, balance: 7 });
  expect(author.keptIds.toSorted()).toEqual(ids.filter((_, n) => n !== 3).toSorted());
  expect(await price(token, campaignId, 'domain')).toMatchObject({ backlinks: 4, most: 4, likely: null });
  expect((await zeus.ask(`/data/campaigns/${campaignId}/email-price?mode=x`, { token })).status).toBe(400);
});

test('the range comes from similar campaigns of the user, the middle half of them', async () => {
  const { id, token } = await zeus.newUser({ email: 100 });
  for (const spent of [4, 6, 8, 10, 30]) await past(id, { mode: 'author', searched: 10, spent });
  // Too small to say anything, and of another mode.
  await past(id, { mode: 'author', searched: 2, spent: 10 });
  await past(id, { mode: 'domain', searched: 10, spent: 1 });
  const { campaignId } = await current(id, Array(20).fill(kept));
  const likely = { low: 12, high: 20, basis: 'own' };
  expect(await price(token, campaignId, 'author')).toMatchObject({ backlinks: 20, most: 100, likely });
});

test('without own campaigns it comes from others, if there are several users, and never from one of them', async () => {
  // Campaigns of the tests above.
  await zeus.ctx.db.sql`update requests set mode = null`;
  const { id, token } = await zeus.newUser({ email: 100 });
  const { campaignId } = await current(id, Array(10).fill(kept));
  const others = await Promise.all(Array.from({ length: 5 }, () => zeus.newUser({ email: 100 })));
  // Many campaigns of one user count once.
  for (const _ of [1, 2, 3, 4]) await past(others[0]?.id ?? '', { mode: 'domain', searched: 10, spent: 10 });
  for (const other of others.slice(1, 4)) await past(other.id, { mode: 'domain', searched: 10, spent: 5 });
  expect(await price(token, campaignId, 'domain')).toMatchObject({ likely: null });
  await past(others[4]?.id ?? '', { mode: 'domain', searched: 10, spent: 6 });
  const likely = { low: 5, high: 6, basis: 'everyone' };
  expect(await price(token, campaignId, 'domain')).toMatchObject({ likely });
});
