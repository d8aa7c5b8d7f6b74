-- repairContacts looks for searches that have not moved for long: among those under way only, not through every row. By id,
-- because an index on updated_at would make every other update of these tables dearer.

create index contacts_fetching on contacts (id) where email_state = 'fetching';
create index backlinks_domain_running on backlinks (id) where domain_search = 'running';
