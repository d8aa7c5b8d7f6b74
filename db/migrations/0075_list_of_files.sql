-- A crawl's files are numbered by their random order, which another list of files would change (docs/link-index.md). Null for what was
-- loaded before.
alter table index_releases add column file_list text;
