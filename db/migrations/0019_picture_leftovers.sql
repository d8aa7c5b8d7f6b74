-- Files that a picture or an icon has left behind, by being taken anew or removed. The clean-up removes those that no row
-- names, and forgets a name only when its file is gone: a store that is away for a while loses nothing.
create table picture_leftovers (
  file text primary key,
  since timestamptz not null default now()
);
create index picture_leftovers_oldest on picture_leftovers (since);

create function note_picture_leftovers() returns trigger
  language plpgsql
  as $$
  begin
    insert into picture_leftovers (file)
      select distinct before.value
      from jsonb_each_text(to_jsonb(old)) as before
      where before.key in ('file', 'small_file', 'image_file') and before.value is not null
        and (tg_op = 'DELETE' or before.value is distinct from to_jsonb(new) ->> before.key)
      on conflict do nothing;
    return null;
  end $$;

create trigger leftovers after update of file, small_file, image_file or delete on screenshots
  for each row execute function note_picture_leftovers();
create trigger leftovers after update of file or delete on favicons
  for each row execute function note_picture_leftovers();
