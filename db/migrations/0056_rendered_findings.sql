-- The people, addresses and links that the finder saw on a page after its scripts had run, during the visit that took the
-- screenshot. Like screenshots they belong to no user, and they are removed with the screenshot. The page itself is not kept.
create table rendered_findings (
  screenshot_id bigint primary key references screenshots (id) on delete cascade,
  -- RenderedFindings in server/engine/finding/rendered/rendered-findings.ts, which bounds every part.
  findings jsonb not null,
  found_at timestamptz not null default now()
);
create index rendered_findings_found_at on rendered_findings (found_at);
