-- Found with bench/plans.ts on ten million rows.

-- The ledger is only ever read by user. With an index on the id alone PostgreSQL took it for "the newest 50 of a user" and went
-- back through everybody's entries: 4.9 million rows for a user whose last entry was old.
alter table credit_entries drop constraint credit_entries_pkey, add primary key (user_id, id);
drop index credit_entries_newest;

-- The newest payments of a user, without sorting all of them.
drop index billing_records_of_user;
create index billing_records_of_user on billing_records (user_id, at desc, id desc);

-- Hourly clean-ups, and the search for screenshots that failed for one reason, read these tables from end to end.
create index refresh_tokens_revoked on auth.refresh_tokens (revoked_at) where revoked_at is not null;
create index favicons_oldest on favicons (checked_at);
create index screenshots_failed on screenshots (reason) where reason is not null;
