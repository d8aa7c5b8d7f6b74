-- Each address that is found is looked for among those of the user's domain searches, which are few beside the other entries.

create index credit_entries_domain_searches on credit_entries (user_id) where kind = 'email' and reason like 'domain:%';
