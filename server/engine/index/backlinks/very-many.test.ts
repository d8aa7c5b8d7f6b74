// A page and a domain with very many linking domains: finds the strongest without sorting them all, with the same result.

import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForTests } from '../../../test/database.ts';
import { addCrawledLinks } from '../test/crawled-links.ts';
import { findBacklinks } from './find-backlinks.ts';

const LINKING = 2_001;
const veryMany = LINKING - 1;
const TARGETS = { domain: { domain: 'target.example' }, page: { url: 'https://target.example/' } };

const db = databaseForTests();
beforeAll(async () => {
  // Ratings of 0 to 99.9 in no order; every seventh domain links only with nofollow, every hundredth is not rated.
  await db.sql`insert into index_domains (name, referring_domains) values ('target.example', ${LINKING})`;
  await db.sql`
    insert into index_domains (name, rating)
    select 'site' || n || '.example', case when n % 100 = 0 then -1 else n * 7919 % 1000 / 10.0 end
    from generate_series(1, ${LINKING}::int) n`;
  await db.sql`
    insert into index_pages (domain_id, url, state, referring_domains)
    select id, 'https://' || name || '/', 'page', referring_domains from index_domains order by id`;
  await addCrawledLinks(db, 'select id, 1, domain_id % 7 <> 0 from index_pages');
  await db.sql`
    insert into index_domain_links (from_domain_id, to_domain_id, links, dofollow, pages)
    select linking.id, 1, 1, dofollow::int, dofollow::int
    from index_crawled_links join index_domains linking on linking.domain_key = from_domain_key`;
});

async function expected(least: number, most: number): Promise<string[]> {
  const rows = await db.sql<{ name: string }[]>`
    select domain.name from index_domain_links pair join index_domains domain on domain.id = pair.from_domain_id
    where pair.dofollow > 0 and (domain.rating between ${least} and ${most} or domain.rating = -1)
    order by domain.rating desc, domain.id`;
  return rows.map(({ name }) => name);
}

describe.each(Object.entries(TARGETS))('the strongest linking domains of the %s', (_name, target) => {
  test.each([
    [0, 100],
    [30, 60],
    [0.05, 0.15],
    [100, 100],
  ])('with a rating of %d to %d', async (minDomainRating, maxDomainRating) => {
    const found = await findBacklinks(db.kysely, target, { limit: 10, minDomainRating, maxDomainRating, veryMany });
    const names = await expected(minDomainRating, maxDomainRating);
    expect(names.length).toBeGreaterThan(10);
    expect(found.map(({ domain }) => domain)).toEqual(names.slice(0, 10));
  });
});

test('shows the strongest page among the many links of one domain', async () => {
  const [site] = await expected(0, 100);
  await db.sql`
    insert into index_pages (domain_id, url, state, strength)
    select id, 'https://' || name || '/' || n, 'page', n from index_domains, generate_series(1, 20) n where name = ${site}`;
  await addCrawledLinks(db, 'select id, 1, true from index_pages where strength > 0');
  for (const target of Object.values(TARGETS)) {
    const [first] = await findBacklinks(db.kysely, target, { limit: 1, veryMany });
    expect(first?.urlFrom).toBe(`https://${site}/20`);
  }
});
