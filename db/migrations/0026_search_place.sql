-- The country and language a campaign searches in; null for own lists and for campaigns from before. A profile remembers the
-- user's last choice for the next form.
alter table requests
  add column country text check (country ~ '^[a-z]{2}$'),
  add column language text check (language ~ '^[a-z]{2}$');

alter table profiles
  add column search_country text check (search_country ~ '^[a-z]{2}$'),
  add column search_language text check (search_language ~ '^[a-z]{2}$');
