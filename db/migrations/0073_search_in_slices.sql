-- Searches read a small slice of the page sample first (decision 74). Each slice has its own search index; releases that were loaded
-- before are one slice, with the index that they have.

-- By the number of the page's file in the random order of its crawl. Crawled pages are not divided.
alter table index_captures add column slice smallint not null default 0;

create or replace function index_build_pages(suffix text) returns void language plpgsql as $$
declare
  pages text := 'index_sample_pages_' || suffix;
  links text := 'index_sample_links_' || suffix;
  last_slice smallint;
begin
  execute format('create index if not exists %I on %I (url_key, captured_at)', pages || '_url', pages);
  execute format('create index if not exists %I on %I (canonical_key) where canonical_key is not null',
    pages || '_canonical', pages);
  execute format('select coalesce(max(slice), 0) from %I', pages) into last_slice;
  for number in 0..last_slice loop
    execute format(
      'create index if not exists %I on %I using gin (search) with (fastupdate = off) where listed and slice = %s',
      pages || '_search_' || number, pages, number);
  end loop;
  execute format('create index if not exists %I on %I (to_key, domain_rating, from_domain_key) where dofollow',
    links || '_to_url', links);
  execute format('create index if not exists %I on %I (to_domain_key, domain_rating, from_domain_key) where dofollow',
    links || '_to_domain', links);
  execute format('analyze %I, %I', pages, links);
end $$;
