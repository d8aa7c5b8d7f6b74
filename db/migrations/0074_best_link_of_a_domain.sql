-- The best link of each linking domain is the first of its links in the index (decision 75): it is read, and no others are compared.

-- Links with a text are better than others, and newer ones than older; the best has the smallest number. Plain arithmetic that PostgreSQL
-- can inline: as a function call, it would take longer than reading the link.
create function index_link_demerit(is_image boolean, anchor text, captured_at timestamptz) returns float8
  language sql immutable parallel safe
  return (is_image::integer * 2 + (anchor = '')::integer) * 1e11::float8 - date_part('epoch', captured_at at time zone 'UTC');

create function index_build_link_indexes(links text) returns void language plpgsql as $$
declare
  -- Only restored backups have several releases in one partition.
  release text := case when links = 'index_sample_links_restored' then 'release_id, ' else '' end;
begin
  execute format('create index if not exists %I on %I (%sto_key, domain_rating desc, from_domain_key desc,
    index_link_demerit(is_image, anchor, captured_at)) where dofollow', links || '_best_to_url', links, release);
  execute format('create index if not exists %I on %I (%sto_domain_key, domain_rating desc, from_domain_key desc,
    index_link_demerit(is_image, anchor, captured_at)) where dofollow', links || '_best_to_domain', links, release);
end $$;

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
  perform index_build_link_indexes(links);
  execute format('analyze %I, %I', pages, links);
end $$;

-- The same for what is loaded already. Releases that are still loading have no indexes yet.
do $$
declare
  links text;
begin
  for links in
    select inhrelid::regclass::text from pg_inherits
    where inhparent = 'index_sample_links'::regclass and to_regclass(inhrelid::regclass::text || '_to_url') is not null
  loop
    perform index_build_link_indexes(links);
    execute format('drop index %I, %I', links || '_to_url', links || '_to_domain');
    execute format('analyze %I', links);
  end loop;
end $$;
