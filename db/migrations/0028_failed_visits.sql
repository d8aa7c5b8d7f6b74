-- Pages of the index that could not be looked at: turned away, no such host, a bad certificate. Their texts and links
-- stay until that has gone on for days; pages.store.ts says how long. A successful visit removes the row.
create table index_failures (
  page_id bigint primary key references index_pages (id) on delete cascade,
  since timestamptz not null default now(),
  -- Days with a failed visit, and the last of them.
  days integer not null default 1,
  last_on date not null default current_date
);
