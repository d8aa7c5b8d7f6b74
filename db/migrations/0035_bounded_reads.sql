-- Found with bench/plans.ts.

-- What a user spent in the last weeks, without reading the whole ledger of that user.
create index credit_entries_spent on credit_entries (user_id, created_at) include (kind, delta) where delta < 0;

-- Before a question goes to a vendor, the last call with the same question is looked up, while other calls wait. Without an index
-- for it a new question read every call ever made.
create index provider_calls_question on provider_calls (request_hash, id desc);
drop index provider_calls_lost;

-- Whoever ends a conversation with a mail server gives back a place by its holder.
create index mail_host_slots_holder on mail_host_slots (holder);
