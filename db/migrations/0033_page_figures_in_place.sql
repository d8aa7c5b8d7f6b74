-- Backlinks and ratings of pages change far more often than what their indexes hold. With room left on each page of the
-- table, and no index that depends on a count, PostgreSQL changes such a row in place and touches no index.
drop index index_pages_strong;
alter table index_pages set (fillfactor = 75);
