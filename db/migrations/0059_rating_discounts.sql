-- Why a domain is rated lower than its links alone suggest (decision 56).

alter table index_domains
  -- The oldest known domain of the site network that this one belongs to; null: none.
  add column network_id bigint,
  -- Its rating if every link counted; null: not discounted.
  add column undiscounted_rating real check (undiscounted_rating between 0 and 100),
  -- Linking domains whose vote did not count, if the rating is discounted.
  add column uncounted_domains integer not null default 0 check (uncounted_domains >= 0);
