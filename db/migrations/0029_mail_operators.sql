-- Mail operators that are left alone, and the replies of mail servers. Owned by server/engine/verification; like its other
-- tables they belong to no user, and the web role has no rights on them.

-- An operator that refused our server, or told it to slow down, is not asked by any worker until rest_until. The row stays as a
-- record of the last time.
create table mail_operators (
  operator text primary key check (operator <> ''),
  rested_at timestamptz not null,
  rest_until timestamptz not null,
  rest_reason text not null check (rest_reason <> ''),
  mx_host text not null,
  code smallint not null,
  reply text not null check (length(reply) <= 500)
);

-- Every reply that decided something, so that the rules can be corrected, and so that questions can be counted. It names the mail
-- server but no person: addresses are taken out of the text.
create table mail_replies (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operator text not null check (operator <> ''),
  mx_host text not null,
  stage text not null check (stage in ('greeting', 'hello', 'starttls', 'sender', 'recipient', 'random')),
  code smallint not null,
  reply text not null check (length(reply) <= 500),
  -- How Zeus understood it.
  judged text not null check (judged <> '')
);
create index mail_replies_at on mail_replies (at);
create index mail_replies_asked on mail_replies (operator, at) where stage = 'recipient';
create index mail_replies_unknown on mail_replies (mx_host, at) where judged = 'no-such-mailbox';

-- 'refuses_checks': the mail server cannot be asked in a way that means anything, now or later.
alter table email_verifications drop constraint email_verifications_verdict_check;
alter table email_verifications add constraint email_verifications_verdict_check
  check (verdict in ('valid', 'invalid', 'catch_all', 'refuses_checks', 'unknown'));
alter table contacts drop constraint contacts_verification_check;
alter table contacts add constraint contacts_verification_check
  check (verification in ('valid', 'invalid', 'catch_all', 'refuses_checks', 'unknown'));
