-- The strongest links to URLs and domains that have many are kept ready to read, from when a release is published (decision 75).

-- Not partitioned: a row has 50 links, so there are few, and they are restored from a backup like those of any table.
create table index_sample_lists (
  release_id integer not null,
  -- Whether the target is a domain. Otherwise it is a URL.
  of_domain boolean not null,
  target_key bigint not null,
  -- From 0, strongest first.
  part smallint not null,
  -- The ratings of domains in this part.
  highest real not null,
  lowest real not null,
  -- Whether more domains may link to the target than its list has.
  cut boolean not null,
  -- The best link of each domain, with what a result shows of its page; an array of arrays, whose order is in sample-lists.store.ts.
  links json not null,
  primary key (target_key, of_domain, release_id, part)
);
-- Nothing is searched in them, and sampling them would read most of the table.
alter table index_sample_lists alter column links set statistics 0;

-- Lists for targets with 64 links or more; the others are read from the index of all links. Reads the tables as a whole and sorts, because
-- looking up links and pages one by one would take far longer once they don't fit in memory.
create function index_list_links(release integer, of_domain boolean) returns void language plpgsql
set work_mem = '64MB' set enable_nestloop = off set enable_mergejoin = off as $$
declare
  most constant integer := 1000;
begin
  execute format($sql$
    insert into index_sample_lists
    with popular as materialized (
      select %3$I as key from %1$I where dofollow group by %3$I having count(*) >= 64),
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
    case when of_domain then 'to_domain_key' else 'to_key' end, release, of_domain, most);
end $$;

create or replace function index_finish_pages(release integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('index_finish_pages'), release);
  if to_regclass(format('index_sample_pages_%s', release)) is not null then
    perform index_build_pages(release::text);
    perform index_list_links(release, false);
    perform index_list_links(release, true);
  end if;
  update index_releases set languages = (
    select coalesce(jsonb_object_agg(language, pages), '{}') from (
      select language, count(*) as pages from index_sample_pages where release_id = release and listed group by language) counted)
  where id = release;
end $$;

create or replace function index_drop_pages(release integer) returns void language plpgsql as $$
begin
  execute format('drop table if exists index_sample_pages_%s', release);
  execute format('drop table if exists index_sample_links_%s', release);
  delete from index_sample_pages_restored where release_id = release;
  delete from index_sample_links_restored where release_id = release;
  delete from index_sample_lists where release_id = release;
end $$;

-- The same for what is loaded already, except for restored releases: without lists, links are read from the index.
do $$
declare
  release integer;
begin
  for release in
    select id from index_releases
    where kind = 'pages' and state = 'ready' and engine = 'postgres' and to_regclass(format('index_sample_links_%s', id)) is not null
  loop
    perform index_list_links(release, false);
    perform index_list_links(release, true);
  end loop;
end $$;
