-- How a site can be reached besides a person's email: its contact form and profiles on social networks. And whom Zeus looks for
-- when a page names no author.
alter table backlinks
  -- The page with the site's contact form; null: none was found, or nobody looked yet.
  add column contact_form_url text check (contact_form_url ~ '^https?://'),
  -- The service or plugin it is made with, if known.
  add column contact_form_service text;

alter table contacts
  add column profiles text[] not null default '{}',
  -- What the position means for outreach; null: unknown.
  add column role text check (role in ('editor', 'content', 'seo', 'marketing', 'founder'));

alter table requests
  add column fallback_order text[] not null default '{editor,marketing,founder,other,generic,form}'
    check (fallback_order <@ '{editor,marketing,founder,other,generic,form}');
