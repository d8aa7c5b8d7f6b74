-- In which mode a backlink was searched last, so that a search in the other mode goes through it and one in the same does not.
alter table backlinks add column contact_search_mode text check (contact_search_mode in ('author', 'domain'));

update backlinks set contact_search_mode = requests.mode
  from requests where requests.id = backlinks.requests_id and contact_search = 'done';
