-- What a batch asks about (domains or pages, as hex hashes) while it is under way: other jobs wait for these answers instead of
-- paying for them again.
alter table provider_calls add column items text[];
