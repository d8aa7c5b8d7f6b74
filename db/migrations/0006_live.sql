-- A notice for the owner's event streams whenever a campaign changes: ids only, the rows are read again.
create function notify_request_change() returns trigger
  language plpgsql
  as $$
  declare
    changed requests := coalesce(new, old);
  begin
    perform pg_notify('zeus_live', json_build_object('user', changed.user_id, 'topic', 'requests', 'id', changed.id)::text);
    return null;
  end $$;

create trigger live after insert or update or delete on requests for each row execute function notify_request_change();
