-- Whose check a mail server replied to, so that one user cannot take all of a limit at a mail operator. No reference: the
-- random id of a deleted account stays for 30 days at most, like the reply.
alter table mail_replies add column for_user uuid;
create index mail_replies_users on mail_replies (operator, for_user);
