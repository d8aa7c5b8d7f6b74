-- What a bulk change of prospects replaced, so that it can be undone. Kept until the state is changed again (decision 51).
alter table prospects
  add column bulk_change uuid,
  add column former_state text,
  add column former_contacted_at timestamptz;
