-- What the index needs at millions of links: which pages to count anew, which languages have many pages, and indexes.

-- Pages whose backlinks have changed since they were counted. Rows are only added, never unique, so that two crawls that
-- meet at the same page do not wait for each other; rating takes them away.
create table index_relinked (
  page_id bigint not null
);
create index index_relinked_page on index_relinked (page_id);
insert into index_relinked select distinct to_page_id from index_links;

create function index_note_relinked() returns trigger language plpgsql as $$
begin
  insert into index_relinked select distinct to_page_id from changed;
  return null;
end $$;
create trigger note_relinked_insert after insert on index_links
  referencing new table as changed for each statement execute function index_note_relinked();
create trigger note_relinked_update after update on index_links
  referencing new table as changed for each statement execute function index_note_relinked();
create trigger note_relinked_delete after delete on index_links
  referencing old table as changed for each statement execute function index_note_relinked();

-- A page that moves takes its backlinks along.
create function index_note_moved() returns trigger language plpgsql as $$
begin
  insert into index_relinked select id from unnest(array[old.moved_to, new.moved_to]) id where id is not null;
  return null;
end $$;
create trigger note_moved after update of moved_to on index_pages
  for each row when (old.moved_to is distinct from new.moved_to) execute function index_note_moved();

-- With dofollow in it, the backlinks of a page are counted without reading the links themselves.
drop index index_links_to_page;
create index index_links_to_page on index_links (to_page_id, from_domain_id) include (dofollow);

-- One index for the links of a domain and for those of a pair: with two, PostgreSQL read all links of a large domain to
-- find those to one other.
drop index index_links_between;
drop index index_links_from_domain;
create index index_links_of_pair on index_links (from_domain_id, to_domain_id);

-- The strongest domains first, to find those that link to a page that very many link to.
create index index_domains_by_rating on index_domains (rating desc, id);

-- Listed texts of the configuration when ratings were last computed; null when it has come up since.
alter table index_languages add column texts integer;
create index index_texts_language on index_texts (language) where listed;
