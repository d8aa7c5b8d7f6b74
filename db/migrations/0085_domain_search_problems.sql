-- Why the last full domain search of a backlink ended without an answer: { end, message }, as at `fetch` in a contact's evidence.
alter table backlinks add column domain_search_problem jsonb;
