-- What a campaign notes about a site also applies to the state that an undo would restore: after the undo, the site is as if the
-- user's change had not been made.

-- States a user sets (from 'contacted' on) are never changed by a campaign.
create function prospect_state_after(known text, next_state text) returns text language sql immutable as $$
  select case
    when next_state = 'contact_found' and known in ('seen', 'removed', 'kept') then next_state
    when next_state = 'kept' and known in ('seen', 'removed') then next_state
    when next_state = 'removed' and known in ('seen', 'kept') then next_state
    else known
  end
$$;

-- As in 0064, plus the former state.
create or replace function remember_prospects(
  users uuid[], domains text[], next_state text, contacts_found integer[], campaigns uuid[] default null
) returns void language sql security definer set search_path = public as $$
  insert into prospects as known (user_id, domain, state, contacts, campaign_id, campaign)
  select noted.user_id, noted.domain, next_state, noted.contacts, noted.campaign_id, campaign_sort_name(requests.keyword)
  from (
    select user_id, domain, sum(found) as contacts,
      (array_agg(campaign_id order by campaign_id desc nulls last))[1] as campaign_id
    from unnest(users, domains, contacts_found, campaigns) as one (user_id, domain, found, campaign_id)
    group by user_id, domain
  ) noted left join requests on requests.id = noted.campaign_id
  -- Locked in one order, so that two statements wait for each other instead of deadlocking.
  order by noted.user_id, noted.domain
  on conflict (user_id, domain) do update set
    last_seen_at = now(),
    contacts = known.contacts + excluded.contacts,
    campaign_id = greatest(known.campaign_id, excluded.campaign_id),
    campaign = case
      when excluded.campaign_id is null or excluded.campaign_id < known.campaign_id then known.campaign
      else excluded.campaign
    end,
    state = prospect_state_after(known.state, next_state),
    former_state = prospect_state_after(known.former_state, next_state)
$$;
