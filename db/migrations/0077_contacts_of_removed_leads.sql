-- The contacts of a lead that is removed are deselected, so that no file of selected contacts has them; those of a lead that is
-- kept again are selected as before, unless `keep` was written in any other way meanwhile.

-- First of all, and in the order in which searches lock rows: older processes may be writing both tables, and waiting for their
-- rows after one of the tables is locked could deadlock. The new column needs the stronger lock.
lock table backlinks in exclusive mode;
lock table contacts in access exclusive mode;

alter table contacts add column deselected_with_lead boolean not null default false;

-- The function below changes the mark together with `keep`. Every other statement leaves the mark alone and is a choice.
create function end_deselection_with_lead() returns trigger language plpgsql as $$
begin
  new.deselected_with_lead := false;
  return new;
end $$;
create trigger end_deselection before update of keep on contacts for each row
  when (old.deselected_with_lead and new.deselected_with_lead) execute function end_deselection_with_lead();

-- Its trigger is named to run before remember_choice: searches lock contacts before prospects, too. Planned anew each time, for
-- the reason given at remember_choices.
create function choose_contacts_of_leads() returns trigger language plpgsql security definer set search_path = public as $$
begin
  -- Most updates of backlinks change something else. Compared by sorting or hashing, so that a kept plan is good for any number.
  if not exists (select id, keep from changed except select id, keep from former) then
    return null;
  end if;
  execute $query$
    with chosen as materialized (
      select contact.id, later.keep
      from changed later join former earlier using (id) join contacts contact on contact.backlink_id = later.id
      where later.keep <> earlier.keep
        and case when later.keep then contact.deselected_with_lead else contact.keep end
      order by contact.id for update of contact)
    update contacts set keep = chosen.keep, deselected_with_lead = not chosen.keep
    from chosen where contacts.id = chosen.id $query$;
  return null;
end $$;
create trigger choose_contacts after update on backlinks referencing old table as former new table as changed
  for each statement execute function choose_contacts_of_leads();

update contacts set keep = false, deselected_with_lead = true
from backlinks where backlinks.id = contacts.backlink_id and contacts.keep and not backlinks.keep;
