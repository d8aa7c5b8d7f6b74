-- Sites that are slow to answer: the campaign says so while it waits for them.
alter table backlinks add column slow_site boolean not null default false;
alter table requests add column slow_sites integer not null default 0;

-- Users take turns at the screenshot browser, so a picture that waits names the user who wanted it last. Only a hint for
-- scheduling: pictures belong to no user, hence no foreign key.
alter table screenshots add column wanted_by uuid not null default '00000000-0000-0000-0000-000000000000';
update screenshots s set wanted_by = b.user_id from backlinks b where b.screenshot_id = s.id and s.state = 'waiting';
drop index screenshots_waiting;
create index screenshots_turns on screenshots (wanted_by, asked_at desc nulls last, rank, id) where state = 'waiting';
create index screenshots_claimed on screenshots (claimed_until) where state = 'waiting' and claimed_until is not null;
