-- The page sample can be stored in ClickHouse instead of PostgreSQL (INDEX_URL).

-- Which of the two has the pages of this part; decided when its first file is loaded.
alter table index_releases
  add column engine text not null default 'postgres' check (engine in ('postgres', 'clickhouse'));

-- Files whose writing to ClickHouse has begun but not ended. ClickHouse has no transactions: rows carry the number of the attempt
-- that wrote them, and those of attempts that are still listed here are deleted before the release is published.
create table index_write_attempts (
  id integer generated always as identity primary key,
  release_id integer not null references index_releases (id) on delete cascade,
  -- As in index_files.
  number integer not null
);
create index index_write_attempts_release on index_write_attempts (release_id);
