import { expect, test } from 'vitest';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign } from '../test/build.ts';
import { countWaitingForLock } from '../test/database.ts';
import { copyLinkChecks } from './link-columns.store.ts';

const zeus = appForTests();

const target = 'https://mine.example/guide';

/** A backlink of a page whose link was found a minute ago. */
async function checkedBacklink() {
  const { sql } = zeus.ctx.db;
  const { id: userId } = await zeus.newUser();
  const campaign = { userId, campaignId: await createCampaign(zeus.ctx.db, userId) };
  const url = `https://${crypto.randomUUID()}.example/`;
  const [page] = await sql<{ id: number }[]>`insert into screenshots (url) values (${url}) returning id`;
  const [id = ''] = await createBacklinks(zeus.ctx.db, campaign, [{ url_from: url, url_to: target }]);
  const screenshotId = page?.id ?? 0;
  await sql`update backlinks set screenshot_id = ${screenshotId} where id = ${id}`;
  await sql`insert into link_checks (screenshot_id, target, state, route, follow, place, checked_at)
    values (${screenshotId}, ${target}, 'found', 'direct', 'dofollow', 'content', now() - interval '1 minute')`;
  return { screenshotId, id, state: () => sql`select link_state from backlinks where id = ${id}` };
}

test('copies a check once', async () => {
  const { screenshotId, id, state } = await checkedBacklink();
  expect(await copyLinkChecks(zeus.ctx.db.kysely, { screenshotId })).toMatchObject([{ id, state: 'found' }]);
  expect(await copyLinkChecks(zeus.ctx.db.kysely, { screenshotId })).toEqual([]);
  expect(await state()).toEqual([{ link_state: 'found' }]);
});

test('an earlier check does not replace the later one it had to wait for', async () => {
  const { screenshotId, id, state } = await checkedBacklink();
  const { kysely } = zeus.ctx.db;
  let earlier: Promise<unknown> = Promise.resolve();
  await kysely.transaction().execute(async (tx) => {
    await tx.selectFrom('backlinks').select('id').where('id', '=', id).forUpdate().execute();
    earlier = copyLinkChecks(kysely, { screenshotId });
    await expect.poll(() => countWaitingForLock(zeus.ctx.db)).toBe(1);
    const gone = { state: 'gone', problem: 'no-link', route: null, follow: null, place: null, checked_at: new Date() };
    await tx.updateTable('link_checks').set(gone).where('screenshot_id', '=', screenshotId).execute();
    expect(await copyLinkChecks(tx, { screenshotId })).toMatchObject([{ id, state: 'gone' }]);
  });
  expect(await earlier).toEqual([]);
  expect(await state()).toEqual([{ link_state: 'gone' }]);
});
