-- suppressed: the vendor answered that the person in question asked not to be processed.
alter table provider_calls
  drop constraint provider_calls_outcome_check,
  add constraint provider_calls_outcome_check check (outcome in ('under_way', 'ok', 'empty', 'lost', 'auth', 'quota',
    'rate_limited', 'bad_request', 'pending', 'suppressed', 'unavailable'));
