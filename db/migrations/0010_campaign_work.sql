-- What the work on a campaign leaves in its rows: how far each step is, so that a step that runs twice does only what is missing.

alter table requests
  -- When Zeus began with what the status says; null while the user is asked.
  add column step_started_at timestamptz;

alter table search_results
  add column backlink_search text not null default 'none'
    check (backlink_search in ('none', 'waiting', 'done', 'failed'));

alter table backlinks
  -- Set when the page itself could not be read: it stays in the list and says so.
  add column page_problem text,
  -- Whether the user has seen it in screening, so that screening goes on where it was left.
  add column screened boolean not null default false,
  add column contact_search text not null default 'none'
    check (contact_search in ('none', 'waiting', 'done', 'failed', 'no-credit')),
  -- Why contact_search failed.
  add column contact_search_problem text;

create index backlinks_contact_search on backlinks (requests_id, contact_search);
create index search_results_backlink_search on search_results (requests_id, backlink_search);

grant update (screened) on backlinks to zeus_web;

-- One notice per statement and campaign, whatever number of rows it changed; the topic is the table's name on the wire.
create function notify_rows_change() returns trigger
  language plpgsql
  as $$
  declare
    found record;
  begin
    for found in execute format('select distinct user_id, %I as campaign_id from changed', tg_argv[1]) loop
      perform pg_notify('zeus_live', json_build_object('user', found.user_id, 'topic', tg_argv[0], 'id', found.campaign_id)::text);
    end loop;
    return null;
  end $$;

create trigger live_insert after insert on search_results referencing new table as changed
  for each statement execute function notify_rows_change('search-results', 'requests_id');
create trigger live_update after update on search_results referencing new table as changed
  for each statement execute function notify_rows_change('search-results', 'requests_id');
create trigger live_insert after insert on backlinks referencing new table as changed
  for each statement execute function notify_rows_change('backlinks', 'requests_id');
create trigger live_update after update on backlinks referencing new table as changed
  for each statement execute function notify_rows_change('backlinks', 'requests_id');
create trigger live_insert after insert on contacts referencing new table as changed
  for each statement execute function notify_rows_change('contacts', 'request_id');
create trigger live_update after update on contacts referencing new table as changed
  for each statement execute function notify_rows_change('contacts', 'request_id');

create function notify_profile_change() returns trigger
  language plpgsql
  as $$
  begin
    perform pg_notify('zeus_live', json_build_object('user', new.id, 'topic', 'profiles', 'id', new.id)::text);
    return null;
  end $$;

create trigger live after update on profiles for each row execute function notify_profile_change();
