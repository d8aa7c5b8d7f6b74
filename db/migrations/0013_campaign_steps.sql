-- How far the work on a campaign is, where no row of its results could say it.

alter table requests
  -- What is searched for: the keyword as it was given. Renaming a campaign does not change it.
  add column search_keyword text,
  -- The search that a campaign begins with: for search results (organic) or for backlinks (Magic).
  add column search text not null default 'none' check (search in ('none', 'waiting', 'done', 'failed')),
  -- Backlinks that the last search found and the credit did not reach.
  add column left_out integer not null default 0 check (left_out >= 0);

create index requests_working on requests (step_started_at) where step_started_at is not null;

-- 'no-credit': some of its backlinks were found and not paid for, so they can be asked for again.
alter table search_results
  drop constraint search_results_backlink_search_check,
  add constraint search_results_backlink_search_check
    check (backlink_search in ('none', 'waiting', 'done', 'failed', 'no-credit'));

alter table backlinks
  -- Of own backlinks: whether the page has been looked at for its title.
  add column page_read text not null default 'none' check (page_read in ('none', 'waiting', 'done'));

create index backlinks_page_read on backlinks (requests_id) where page_read = 'waiting';
