-- What a user says about a lead: a note, tags, and why it was removed. The reason counts only while the lead is removed.

alter table backlinks
  add column note text not null default '' check (length(note) <= 2000),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 20 and length(array_to_string(tags, ' ')) <= 1000),
  add column removal_reason text check (removal_reason in ('irrelevant', 'low-quality', 'spam', 'paid', 'competitor'));

grant update (note, tags, removal_reason) on backlinks to zeus_web;
