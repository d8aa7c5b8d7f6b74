-- The second wall: a web request sees the rows of its user alone, and may change nothing but keep.
-- Everything else is done by the rules of the server, as the owner of the tables.

grant select on profiles, credit_entries, requests, search_results, backlinks, contacts to zeus_web;
grant update (keep) on search_results, backlinks, contacts to zeus_web;

alter table profiles enable row level security;
alter table credit_entries enable row level security;
alter table requests enable row level security;
alter table search_results enable row level security;
alter table backlinks enable row level security;
alter table contacts enable row level security;

create policy own_rows on profiles to zeus_web using (id = (select current_user_id()));
create policy own_rows on credit_entries to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on requests to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on search_results to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on backlinks to zeus_web using (user_id = (select current_user_id()));
create policy own_rows on contacts to zeus_web using (user_id = (select current_user_id()));
