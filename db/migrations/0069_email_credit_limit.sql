-- A limit for the email credits that an order may spend, and the searches that it ended.

alter table requests
  -- Email credits that the current order may still spend; null when the user set no limit.
  add column email_credits_left integer check (email_credits_left >= 0);

-- 'limited': not finished, because the order's limit was reached.
alter table backlinks
  drop constraint backlinks_contact_search_check,
  add constraint backlinks_contact_search_check
    check (contact_search in ('none', 'waiting', 'done', 'failed', 'no-credit', 'limited', 'unreachable', 'stopped'));
