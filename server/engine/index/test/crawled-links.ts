// Writes rows of crawled links directly, for tests of what is computed from them.
import type { TestDatabase } from '../../../test/database.ts';

/**
 * Links between pages of different domains. `pairs` selects the ids of the linking and linked pages and whether the link is followed;
 * `ifKnown` says what to do with a link that is already there.
 */
export async function addCrawledLinks(db: TestDatabase, pairs: string, ifKnown = 'nothing'): Promise<void> {
  await db.pool.query(`
    insert into index_crawled_links as known
      (page_key, from_domain_key, to_key, to_domain_key, to_url, anchor, rel, dofollow, in_content)
    select source.url_key, linking.domain_key, target.url_key, linked.domain_key, target.url, 'here', '', pair.dofollow, true
    from (${pairs}) as pair (from_page, to_page, dofollow)
    join index_pages source on source.id = pair.from_page join index_pages target on target.id = pair.to_page
    join index_domains linking on linking.id = source.domain_id join index_domains linked on linked.id = target.domain_id
    where source.domain_id <> target.domain_id
    on conflict (page_key, to_key) do ${ifKnown}`);
}

/** `which` is a condition on the pages `source` and `target`. */
export async function deleteCrawledLinks(db: TestDatabase, which: string): Promise<void> {
  await db.pool.query(`
    delete from index_crawled_links using index_pages source, index_pages target
    where source.url_key = page_key and target.url_key = to_key and (${which})`);
}
