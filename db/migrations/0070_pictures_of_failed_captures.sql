-- A picture is shown until the next one is there, so a row keeps its files only if they may be shown: not after a capture that
-- failed, and not if a file is missing from the store.
update screenshots set file = null, small_file = null
  where file is not null and (state = 'failed' or state = 'waiting' and settled_at is null);
