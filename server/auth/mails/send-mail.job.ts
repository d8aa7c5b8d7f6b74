// Handles auth.send-mail: composes and sends an enqueued email. Whether the account exists is looked up here, after the caller has
// its answer. Idempotent: a second email replaces the first one's link.
import type { AuthMail } from '../../jobs.ts';
import type { Tx } from '../../platform/db.ts';
import type { Message } from '../../platform/mail.ts';
import { type JobHandler, RetryLater } from '../../platform/queue/job.ts';
import { createEmailUser } from '../account/sign-up/create-email-user.ts';
import { insertAuditEntry } from '../audit/audit.store.ts';
import { type Auth, type AuthParts, authOf } from '../auth.ts';
import type { Challenge } from '../flows/flow-states.store.ts';
import { takeMails } from '../limits/limit-uses.ts';
import { issueToken } from '../one-time-tokens/issue-token.ts';
import { isBanned } from '../users/refuse-banned.ts';
import { findUser, findUserByEmail, lockUser, type User, updateUserRow } from '../users/users.store.ts';
import { mailLink } from './mail-links.ts';
import { composeMail, mailTexts } from './mail-texts.ts';

type OrderOf<Kind extends AuthMail['kind']> = Extract<AuthMail, { kind: Kind }>;

export function sendAuthMailJob(ctx: AuthParts): JobHandler<AuthMail> {
  return { run: (order) => sendEnqueuedMail(authOf(ctx), order) };
}

/**
 * Sends the emails of a job, none if there is nothing to send. Rejects if the mail server does not accept them, and with
 * RetryLater if the service has sent too many.
 */
export async function sendEnqueuedMail(auth: Auth, order: AuthMail): Promise<void> {
  const messages = await auth.db.kysely.transaction().execute(async (tx) => {
    const written = await writeMails(auth, tx, order);
    const wait = isRequested(order) && written.length > 0 ? await takeMails(auth, tx, written.length) : 0;
    if (wait > 0) throw new RetryLater(wait);
    return written;
  });
  for (const message of messages) await auth.mail.send(message);
}

/** Not a notice about what has happened, nor the operator's. */
const isRequested = (order: AuthMail) => !('to' in order) && order.kind !== 'invite';

async function writeMails(auth: Auth, tx: Tx, order: AuthMail): Promise<Message[]> {
  switch (order.kind) {
    case 'confirm-sign-up':
      return confirmSignUp(auth, tx, await lockByEmail(tx, order.email), order);
    case 'sign-in':
      return signIn(auth, tx, order);
    case 'recover':
      return recover(auth, tx, await lockByEmail(tx, order.email), order, 'recovery');
    case 'change-email':
      return changeEmail(auth, tx, await lock(tx, order.userId), order);
    case 'resend-email-change':
      return resendEmailChange(auth, tx, order);
    case 'reauthenticate':
      return reauthenticate(auth, tx, order);
    case 'invite':
      return invite(auth, tx, order);
    case 'email-changed':
      return [compose(auth, order.to, mailTexts.emailChanged(order.newEmail))];
    case 'password-changed':
      return [compose(auth, order.to, mailTexts.passwordChanged())];
    case 'two-factor-changed':
      return [compose(auth, order.to, mailTexts.twoFactorChanged(order.on))];
    case 'recovery-code-used':
      return [compose(auth, order.to, mailTexts.recoveryCodeUsed(order.remaining))];
    case 'sign-in-linked':
      return [compose(auth, order.to, mailTexts.signInLinked(order.provider))];
  }
}

interface Flow {
  redirectTo: string;
  challenge?: Challenge;
}

async function confirmSignUp(auth: Auth, tx: Tx, user: User | undefined, flow: Flow, distrustsPassword = false) {
  if (!user?.email || isBarred(auth, user)) return [];
  if (user.email_confirmed_at) {
    // Only the mailbox learns that the address already has an account.
    const { siteUrl } = auth.config.web;
    return [compose(auth, user.email, mailTexts.accountExists(`${siteUrl}/login`, `${siteUrl}/reset-password`))];
  }
  const { link, code } = await issueToken(auth, tx, {
    userId: user.id,
    kind: 'confirmation',
    sentTo: user.email,
    method: 'email/signup',
    challenge: flow.challenge,
    distrustsPassword,
  });
  await updateUserRow(tx, user.id, { confirmation_sent_at: auth.now() });
  await insertAuditEntry(tx, { action: 'user_confirmation_requested', userId: user.id });
  return [compose(auth, user.email, mailTexts.confirmSignUp(mailLink(auth, 'signup', link, flow.redirectTo), code))];
}

async function signIn(auth: Auth, tx: Tx, order: OrderOf<'sign-in'>) {
  const known = await lockByEmail(tx, order.email);
  if (!known) {
    if (!order.createUser || !auth.config.auth.signup) return [];
    const id = await createEmailUser(auth, tx, { email: order.email, passwordHash: null, data: order.data });
    return id ? confirmSignUp(auth, tx, await findUser(tx, id), order) : [];
  }
  // The caller has not shown the password, which a stranger may have set for this address.
  if (!known.email_confirmed_at) return confirmSignUp(auth, tx, known, order, true);
  return recover(auth, tx, known, order, 'magiclink');
}

async function recover(
  auth: Auth,
  tx: Tx,
  user: User | undefined,
  { email, redirectTo, challenge }: OrderOf<'sign-in' | 'recover'>,
  method: 'magiclink' | 'recovery',
) {
  if (!user || isBarred(auth, user)) return [];
  const { link, code } = await issueToken(auth, tx, {
    userId: user.id,
    kind: 'recovery',
    sentTo: email,
    method,
    challenge,
    distrustsPassword: !user.email_confirmed_at,
  });
  await updateUserRow(tx, user.id, { recovery_sent_at: auth.now() });
  await insertAuditEntry(tx, { action: 'user_recovery_requested', userId: user.id });
  const words = method === 'magiclink' ? mailTexts.signIn : mailTexts.recover;
  return [compose(auth, email, words(mailLink(auth, method, link, redirectTo), code))];
}

async function resendEmailChange(auth: Auth, tx: Tx, order: OrderOf<'resend-email-change'>) {
  const user = await lockByEmail(tx, order.email);
  return user?.new_email ? changeEmail(auth, tx, user, { ...order, newEmail: user.new_email }) : [];
}

async function changeEmail(auth: Auth, tx: Tx, user: User | undefined, flow: Flow & { newEmail: string }) {
  const { newEmail, redirectTo, challenge } = flow;
  if (user?.new_email !== newEmail) return [];
  const userId = user.id;
  const mailboxes = [
    { kind: 'email_change_current' as const, to: user.email, agreed: user.email_change_agreed === 'current' },
    { kind: 'email_change_new' as const, to: newEmail, agreed: user.email_change_agreed === 'new' },
  ];
  const messages: Message[] = [];
  for (const { kind, to, agreed } of mailboxes) {
    if (!to || agreed) continue;
    const { link, code } = await issueToken(auth, tx, { userId, kind, sentTo: to, method: 'email_change', challenge });
    const url = mailLink(auth, 'email_change', link, redirectTo);
    messages.push(compose(auth, to, mailTexts.changeEmail(url, code, user.email ?? '', newEmail)));
  }
  await updateUserRow(tx, userId, { email_change_sent_at: auth.now() });
  return messages;
}

async function reauthenticate(auth: Auth, tx: Tx, { userId }: OrderOf<'reauthenticate'>) {
  const user = await lock(tx, userId);
  if (!user?.email) return [];
  const { code } = await issueToken(auth, tx, {
    userId,
    kind: 'reauthentication',
    sentTo: user.email,
    method: 'reauthentication',
  });
  await updateUserRow(tx, userId, { reauthentication_sent_at: auth.now() });
  await insertAuditEntry(tx, { action: 'user_reauthenticate_requested', userId });
  return [compose(auth, user.email, mailTexts.reauthenticate(code))];
}

async function invite(auth: Auth, tx: Tx, { userId, redirectTo }: OrderOf<'invite'>) {
  const user = await lock(tx, userId);
  if (!user?.email || user.email_confirmed_at) return [];
  const { link, code } = await issueToken(auth, tx, {
    userId,
    kind: 'confirmation',
    sentTo: user.email,
    method: 'invite',
  });
  const url = mailLink(auth, 'invite', link, redirectTo);
  return [compose(auth, user.email, mailTexts.invite(url, code))];
}

/** The current user, locked until the link is stored. This is the first lock in the order, see 0002_auth.sql. */
async function lock(tx: Tx, id: string): Promise<User | undefined> {
  return (await lockUser(tx, id)) && findUser(tx, id);
}

async function lockByEmail(tx: Tx, email: string): Promise<User | undefined> {
  const user = await findUserByEmail(tx, email);
  return user && lock(tx, user.id);
}

function isBarred(auth: Auth, user: User): boolean {
  return user.deleted_at !== null || isBanned(auth, user);
}

function compose({ config }: Auth, to: string, words: Parameters<typeof composeMail>[1]): Message {
  return composeMail(to, words, config.mail.support);
}
