-- Sites that have moved count as one site in both directions (decision 52).

-- True: the home page of `domain` redirects to that of `target` for good. False: it only names it as its canonical.
alter table site_aliases add column redirects boolean not null default false;
create index site_aliases_by_age on site_aliases (seen_at);

-- The other name of the site that the reason is about; null if it is about the site itself.
alter table left_out_sites add column known_as text;

-- Sites that the user wants to count as themselves only, whatever they or others redirect to.
create table separate_sites (
  user_id uuid not null references profiles (id) on delete cascade,
  domain text not null check (length(domain) between 1 and 253),
  primary key (user_id, domain)
);
grant select on separate_sites to zeus_web;
alter table separate_sites enable row level security;
create policy own_rows on separate_sites to zeus_web using (user_id = (select current_user_id()));
