// Pages that Zeus reads for any purpose show which sites link to a user's own. That counts in the campaigns of this user only.
import { expect, test } from 'vitest';
import type { SiteFetcher } from '../engine/pages/fetch-page.ts';
import { noteLinks, noteSites } from '../engine/pages/note-sites.ts';
import { readPage } from '../engine/pages/read-page.ts';
import { saveWatchedLinks } from '../engine/pages/site-notes.store.ts';
import { leaveOutKnown } from '../prospects/leave-out-known.ts';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign } from '../test/build.ts';
import { countWaitingForLock } from '../test/database.ts';
import { flagLinkingPages } from './backlinks.store.ts';

const zeus = appForTests();

interface Person {
  userId: string;
  token: string;
}

/** A user who calls these sites their own. */
async function owner(sites: readonly string[]): Promise<Person> {
  const { id: userId, token } = await zeus.newUser();
  if (sites.length > 0) await rules(token, '/data/site-rules', { kind: 'mine', lines: sites });
  return { userId, token };
}

async function rules(token: string, path: string, json: object): Promise<void> {
  expect((await zeus.ask(path, { method: 'POST', token, json })).status).toBe(200);
}

/** Reads one page, as any job would. */
async function read(url: string, html: string): Promise<void> {
  const page = { url, redirects: [], moves: [], facts: readPage(html, url) };
  const fetcher = { fetchPage: async () => ({ kind: 'page', page }) } as unknown as SiteFetcher;
  expect(await noteSites(fetcher, zeus.ctx.db.kysely).fetchPage(url)).toEqual({ kind: 'page', page });
}

const linksTo = (...targets: string[]) => targets.map((url) => `<p><a href="${url}">Read more</a></p>`).join('');

/** What a new campaign of the user would deliver, with the reason that speaks against it if the rule is switched off. */
async function deliver({ userId }: Person, domains: readonly string[], linkingToMe = true) {
  const campaignId = await createCampaign(zeus.ctx.db, userId);
  const skip = { blocked: true, inCampaign: true, linkingToMe, contactedDays: 100 };
  const found = domains.map((domain) => ({ domain }));
  const delivered = await zeus.ctx.db.kysely
    .transaction()
    .execute((tx) => leaveOutKnown(tx, { userId, campaignId, skip }, found));
  return delivered.map((one) => [one.found.domain, one.history?.reason ?? null]);
}

const watched = async (domain: string) => {
  const { kysely } = zeus.ctx.db;
  const sites = await kysely.selectFrom('watched_sites').select('domain').where('domain', '=', domain).execute();
  const links = await kysely.selectFrom('watched_links').select('domain').where('to_domain', '=', domain).execute();
  return { isWatched: sites.length === 1, from: links.map((link) => link.domain).toSorted() };
};

test('a page that links to an own site is left out of that user’s next campaign only', async () => {
  const jane = await owner(['jane.example', '*.shop.example']);
  const joe = await owner(['joe.example']);
  const none = await owner([]);
  await read('https://www.fan.example/post', linksTo('https://rival.example/', 'https://www.jane.example/a?b#c'));
  await read('https://buyer.example/', linksTo('http://de.shop.example/item'));
  await read('https://jane.example/', linksTo('https://www.jane.example/about', '/contact'));
  await read(
    'https://hostile.example/',
    linksTo('javascript:jane.example', 'https://jane.example.evil.example/', '//'),
  );
  expect((await watched('jane.example')).from).toEqual(['fan.example']);
  // The browser that takes screenshots opens pages itself.
  const seen = readPage(linksTo('https://shop.example/'), 'https://visited.example/');
  await noteLinks(zeus.ctx.db.kysely, { url: 'https://visited.example/', facts: seen });
  expect((await watched('shop.example')).from).toEqual(['buyer.example', 'visited.example']);

  const found = ['fan.example', 'buyer.example', 'hostile.example'];
  expect(await deliver(jane, found)).toEqual([['hostile.example', null]]);
  expect(await deliver(jane, found, false)).toEqual([
    ['fan.example', 'links_to_me'],
    ['buyer.example', 'links_to_me'],
    ['hostile.example', null],
  ]);
  for (const other of [joe, none]) {
    expect(await deliver(other, found)).toEqual(found.map((domain) => [domain, null]));
  }
});

test('pages that are saved together may be of one site, and a directory counts for 20 sites', async () => {
  const sites = Array.from({ length: 21 }, (_, i) => `listed-${String(i).padStart(2, '0')}.example`);
  await owner(sites);
  const pageOf = (domain: string, path: string, targets: string[]) => ({
    domain,
    url: `https://${domain}/${path}`,
    targets,
  });
  await saveWatchedLinks(zeus.ctx.db.kysely, [
    pageOf('blog.example', 'b', ['listed-20.example', 'unknown.example']),
    pageOf('blog.example', 'a', ['listed-20.example']),
    pageOf('directory.example', '', sites.toReversed()),
  ]);
  expect((await watched('listed-20.example')).from).toEqual(['blog.example']);
  expect((await watched('listed-19.example')).from).toEqual(['directory.example']);
});

test('own backlinks that link to an own site are flagged, unless something else is known about them', async () => {
  const [ann, bob] = [await owner(['*.ann.example']), await owner(['bob.example'])];
  await read('https://linker.example/page', linksTo('https://blog.ann.example/'));
  const history = { reason: 'contacted', otherCampaign: null, contactedAt: null };
  const reasonsOf = async ({ userId, token }: Person) => {
    const campaignId = await createCampaign(zeus.ctx.db, userId);
    const rows = [{ domain: 'linker.example' }, { domain: 'linker.example', history }, { domain: 'other.example' }];
    const ids = await createBacklinks(zeus.ctx.db, { userId, campaignId }, rows);
    await zeus.ctx.db.kysely.transaction().execute((tx) => flagLinkingPages(tx, ids));
    const list = await (await zeus.ask(`/data/backlinks?campaignId=${campaignId}`, { token })).json();
    const reasons = new Map(
      (list as { id: string; history: { reason: string } | null }[]).map((row) => [row.id, row.history?.reason]),
    );
    return ids.map((id) => reasons.get(id));
  };
  expect(await reasonsOf(ann)).toEqual(['links_to_me', 'contacted', undefined]);
  expect(await reasonsOf(bob)).toEqual([undefined, 'contacted', undefined]);
});

test('a site is watched as long as somebody calls it their own, and links to it are removed with it', async () => {
  const site = 'shared.example';
  const [first, second] = [await owner([site]), await owner([`*.${site}`, 'kept.example'])];
  await read('https://reader.example/', linksTo(`https://${site}/`));
  const remove = { kind: 'mine', patterns: [site] };
  await rules(first.token, '/data/site-rules/remove', remove);
  expect(await watched(site)).toEqual({ isWatched: true, from: ['reader.example'] });
  await rules(second.token, '/data/site-rules/remove', { kind: 'mine', patterns: [`*.${site}`] });
  expect(await watched(site)).toEqual({ isWatched: false, from: [] });
  expect(await watched('kept.example')).toMatchObject({ isWatched: true });

  // A process that has not noticed it yet.
  const late = { domain: 'late.example', url: 'https://late.example/', targets: [site, 'kept.example'] };
  await saveWatchedLinks(zeus.ctx.db.kysely, [late]);
  expect((await watched(site)).from).toEqual([]);
  expect((await watched('kept.example')).from).toEqual(['late.example']);

  // With the account.
  await zeus.ctx.db.kysely.deleteFrom('profiles').where('id', '=', second.userId).execute();
  expect(await watched('kept.example')).toEqual({ isWatched: false, from: [] });
});

test('a site that one user gives up while another adds it stays watched', async () => {
  const site = 'handed-over.example';
  const [from, to] = [await owner([site]), await owner([])];
  const { kysely } = zeus.ctx.db;
  let removal: Promise<unknown> = Promise.resolve();
  await kysely.transaction().execute(async (tx) => {
    await tx.insertInto('site_rules').values({ user_id: to.userId, kind: 'mine', pattern: site }).execute();
    removal = kysely.deleteFrom('site_rules').where('user_id', '=', from.userId).execute();
    // Until it waits for the row that this transaction has locked.
    await expect.poll(() => countWaitingForLock(zeus.ctx.db)).toBe(1);
  });
  await removal;
  expect(await watched(site)).toMatchObject({ isWatched: true });
});
