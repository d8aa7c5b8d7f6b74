-- Mail that was not sent because no SMTP server is set (never in production): /mailbox shows it.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text,
  created_at timestamptz not null default now()
);
