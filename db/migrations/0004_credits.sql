-- Balance = sum of entries, always: an entry moves the balance, and nothing else can.
-- A spend below zero fails on the CHECK of profiles, and its entry with it.

create function apply_credit_entry() returns trigger
  language plpgsql
  as $$
  begin
    update profiles set
      credits = credits + case when new.kind = 'backlink' then new.delta else 0 end,
      email_credits = email_credits + case when new.kind = 'email' then new.delta else 0 end
    where id = new.user_id;
    return null;
  end $$;

create trigger apply_entry after insert on credit_entries for each row execute function apply_credit_entry();

-- Depth 1 is a statement of somebody's own; deeper is the entry's trigger (balances) or a deleted account (entries).
create function refuse_direct_change() returns trigger
  language plpgsql
  as $$
  begin
    if pg_trigger_depth() = 1 then
      raise exception '% of % is not allowed: credits change by adding a credit entry', tg_op, tg_table_name
        using errcode = 'integrity_constraint_violation';
    end if;
    return coalesce(new, old);
  end $$;

create trigger append_only before update or delete on credit_entries
  for each row execute function refuse_direct_change();

create trigger balance_by_entry before update of credits, email_credits on profiles
  for each row when (old.credits <> new.credits or old.email_credits <> new.email_credits)
  execute function refuse_direct_change();

create function refuse_opening_balance() returns trigger
  language plpgsql
  as $$
  begin
    raise exception 'a profile starts with no credits: add a credit entry'
      using errcode = 'integrity_constraint_violation';
  end $$;

create trigger start_empty before insert on profiles
  for each row when (new.credits <> 0 or new.email_credits <> 0) execute function refuse_opening_balance();
