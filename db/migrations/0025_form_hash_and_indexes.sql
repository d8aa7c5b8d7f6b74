-- What a campaign was ordered with, as a hash: the same Idempotency-Key with another form is refused. Null before this.
alter table requests add column form_hash text;

-- A user's own rows, and those that go with a deleted account, are found without reading everybody's.
create index billing_subscriptions_of_user on billing_subscriptions (user_id);
create index billing_records_of_user on billing_records (user_id);

-- All columns of the foreign key. On a table without statistics PostgreSQL took the index on (user_id, request_id) instead and
-- read every contact of the campaign for each backlink that went: deleting 10,000 backlinks failed after 30 seconds.
drop index contacts_of_backlink;
create index contacts_of_backlink on contacts (backlink_id, request_id, user_id);
