-- The lists of a release are a partition, like its pages and links: dropping it takes no longer than before there were lists, and gives
-- its disk back (decision 75).

alter table index_sample_lists rename to former_sample_lists;
alter index index_sample_lists_pkey rename to former_sample_lists_pkey;
create table index_sample_lists (like former_sample_lists including all) partition by list (release_id);
-- Where a restored backup puts its rows.
create table index_sample_lists_restored partition of index_sample_lists default;

do $$
declare
  release text;
begin
  for release in
    select substring(relname from '\d+$') from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'index_sample_links'::regclass and relname <> 'index_sample_links_restored'
  loop
    execute format('create table %I partition of index_sample_lists for values in (%s)', 'index_sample_lists_' || release, release);
  end loop;
end $$;
insert into index_sample_lists select * from former_sample_lists;
drop table former_sample_lists;

create or replace function index_open_pages(release integer) returns void language plpgsql as $$
declare
  parent text;
begin
  -- A restored release stays where it is, and one that was begun has its partitions.
  if exists (select from index_sample_pages_restored where release_id = release)
    or to_regclass(format('index_sample_links_%s', release)) is not null then
    return;
  end if;
  foreach parent in array array['index_sample_lists', 'index_sample_links', 'index_sample_pages'] loop
    execute format('create table %I (like %I including all)', format('%s_%s', parent, release), parent);
    execute format('alter table %I attach partition %I for values in (%s)', parent, format('%s_%s', parent, release), release);
  end loop;
  perform index_expect_popular_targets(format('index_sample_links_%s', release));
end $$;

create or replace function index_drop_pages(release integer) returns void language plpgsql as $$
begin
  -- First, because this may take long, and keeps nobody waiting.
  delete from index_sample_pages_restored where release_id = release;
  delete from index_sample_links_restored where release_id = release;
  delete from index_sample_lists_restored where release_id = release;
  -- Lists before the others: publishing another release locks them for as long as it takes, and whoever waits for that must not keep
  -- searches waiting as well.
  execute format('drop table if exists index_sample_lists_%s', release);
  execute format('drop table if exists index_sample_links_%s', release);
  execute format('drop table if exists index_sample_pages_%s', release);
end $$;

-- As before, but a quarter of the targets at a time, so that sorting needs a third of the space.
create or replace function index_list_links(release integer, of_domain boolean) returns void language plpgsql
set work_mem = '64MB' set enable_nestloop = off set enable_mergejoin = off as $$
declare
  most constant integer := 1000;
begin
  for quarter in 0..3 loop
    execute format($sql$
      insert into index_sample_lists
      with popular as materialized (
        select %3$I as key from %1$I where dofollow and (%3$I & 3) = %7$s group by %3$I having count(*) >= 64),
      -- Of a page that the release has more than once, the newest capture counts.
      recaptured as materialized (select url_key, max(captured_at) as captured_at from %2$I group by url_key having count(*) > 1),
      best as (
        select distinct on (popular.key, link.domain_rating, link.from_domain_key) popular.key, link.domain_rating, link.from_domain_key,
          link.page_key, link.captured_at, link.is_image, link.to_url, link.anchor, link.rel
        from popular join %1$I link on link.%3$I = popular.key left join recaptured on recaptured.url_key = link.page_key
        where link.dofollow and (recaptured.url_key is null or recaptured.captured_at = link.captured_at)
        -- Of equally good links the one loaded first, as in the index.
        order by popular.key, link.domain_rating desc, link.from_domain_key desc,
          index_link_demerit(link.is_image, link.anchor, link.captured_at), link.ctid),
      ranked as (
        select *, row_number() over (partition by key order by domain_rating desc, from_domain_key desc) as place from best),
      -- Once each, even if the same capture is there twice.
      listed as (
        select distinct on (link.key, link.place) link.key, link.place, link.domain_rating, json_build_array(link.domain_rating,
          link.from_domain_key::text, extract(epoch from link.captured_at) * 1000, page.words, link.is_image, page.domain, page.url,
          page.title, link.to_url, link.anchor, link.rel)::text as link
        from ranked link join %2$I page on page.url_key = link.page_key and page.captured_at = link.captured_at
        where link.place <= %6$s
        order by link.key, link.place)
      select %4$s, %5$L, key, (place - 1) / 50, max(domain_rating), min(domain_rating),
        max(max(place)) over (partition by key) = %6$s, ('[' || string_agg(link, ',' order by place) || ']')::json
      from listed group by key, (place - 1) / 50$sql$,
      'index_sample_links_' || release, 'index_sample_pages_' || release,
      case when of_domain then 'to_domain_key' else 'to_key' end, release, of_domain, most, quarter);
  end loop;
end $$;
