-- Pages that the search for backlinks and Magic Search have read, so that a job that runs again, and other users, do not
-- fetch them again. Shared by all users and workers; the web role has no rights on it.
create table page_reads (
  url text primary key check (length(url) between 1 and 2000),
  -- Title, language, number of words and followed links. JSON null: the page could not be read.
  content jsonb not null,
  expires_at timestamptz not null
);
create index page_reads_expiry on page_reads (expires_at);
