// Returns the link and code an email would contain, for operators who send emails some other way. Sends no email.
import type { Tx } from '../../platform/db.ts';
import { createEmailUser } from '../account/sign-up/create-email-user.ts';
import type { Auth } from '../auth.ts';
import { emailExists, invalid, unknownUser } from '../http/auth-error.ts';
import { type LinkType, verifyLink } from '../mails/mail-links.ts';
import { issueToken, type TokenRequest } from '../one-time-tokens/issue-token.ts';
import { deleteTokensOfUser } from '../one-time-tokens/one-time-tokens.store.ts';
import { checkPasswordRules } from '../passwords/password-rules.ts';
import { parseEmail } from '../users/email-address.ts';
import { userBody } from '../users/user-body.ts';
import { mergeMetadata } from '../users/user-metadata.ts';
import { findUserByEmail, getUser, isEmailTaken, lockUser, type UserRow, updateUserRow } from '../users/users.store.ts';
import { prepareInvited } from './invite-user.ts';

interface LinkRequest {
  type: string | undefined;
  email: string;
  password?: string;
  data?: Record<string, unknown>;
  newEmail?: string;
  redirectTo: string;
}

/** What to issue, and the type's name in the answer. */
interface Plan extends TokenRequest {
  type: Exclude<LinkType, 'email_change'> | 'email_change_current' | 'email_change_new';
}

/** The answer with the link, after creating it, and the account if the type calls for it. Throws AuthError. */
export async function generateLink(auth: Auth, request: LinkRequest) {
  if (request.password) checkPasswordRules(request.password, request.email);
  const passwordHash = request.password ? await auth.passwords.hash(request.password) : null;
  return auth.db.kysely.transaction().execute(async (tx) => {
    const found = await findUserByEmail(tx, request.email);
    const known = found && (await lockUser(tx, found.id));
    const { type, ...token } = await planFor(auth, tx, { ...request, known, passwordHash });
    const { link, code } = await issueToken(auth, tx, token);
    const linkType = type === 'email_change_current' || type === 'email_change_new' ? 'email_change' : type;
    return {
      ...userBody(await getUser(tx, token.userId)),
      action_link: verifyLink(auth, linkType, link, request.redirectTo),
      email_otp: code,
      hashed_token: link,
      verification_type: type,
      redirect_to: request.redirectTo,
    };
  });
}

interface Given extends LinkRequest {
  known: UserRow | undefined;
  passwordHash: string | null;
}

function planFor(auth: Auth, tx: Tx, given: Given): Promise<Plan> {
  switch (given.type) {
    case 'signup':
      if (!given.passwordHash) throw invalid('Signup requires a valid password');
      return planSignUp(auth, tx, given);
    case 'magiclink':
      return given.known ? planSignIn(auth, tx, given, 'magiclink') : planSignUp(auth, tx, given);
    case 'recovery':
      return planSignIn(auth, tx, given, 'recovery');
    case 'invite':
      return planInvite(auth, tx, given);
    case 'email_change_current':
    case 'email_change_new':
      return planEmailChange(auth, tx, given, given.type);
    default:
      throw invalid(`Invalid email action link type requested: ${(given.type ?? '').slice(0, 40)}`);
  }
}

async function planSignUp(auth: Auth, tx: Tx, { email, data, known, passwordHash }: Given): Promise<Plan> {
  if (known?.email_confirmed_at) throw emailExists();
  const userId = known?.id ?? (await createEmailUser(auth, tx, { email, passwordHash, data }));
  if (!userId) throw emailExists();
  if (known) {
    // The operator overrides the person who created the unconfirmed account.
    await updateUserRow(tx, userId, {
      password_hash: passwordHash,
      user_metadata: mergeMetadata(known.user_metadata, data),
    });
  }
  await updateUserRow(tx, userId, { confirmation_sent_at: auth.now() });
  return { type: 'signup', userId, kind: 'confirmation', sentTo: email, method: 'email/signup' };
}

async function planSignIn(auth: Auth, tx: Tx, { email, known }: Given, type: 'magiclink' | 'recovery'): Promise<Plan> {
  if (!known) throw unknownUser();
  await updateUserRow(tx, known.id, { recovery_sent_at: auth.now() });
  const distrustsPassword = !known.email_confirmed_at;
  return { type, userId: known.id, kind: 'recovery', sentTo: email, method: type, distrustsPassword };
}

async function planInvite(auth: Auth, tx: Tx, { email, data }: Given): Promise<Plan> {
  const userId = await prepareInvited(auth, tx, { email, data });
  return { type: 'invite', userId, kind: 'confirmation', sentTo: email, method: 'invite' };
}

async function planEmailChange(
  auth: Auth,
  tx: Tx,
  { email, newEmail: wanted, known }: Given,
  kind: 'email_change_current' | 'email_change_new',
): Promise<Plan> {
  if (!known) throw unknownUser();
  const newEmail = parseEmail(wanted);
  if (newEmail === known.email) throw invalid('The new email address should be different from the old one');
  if (await isEmailTaken(tx, newEmail)) throw emailExists();
  if (known.new_email !== newEmail) {
    // A new request: confirmations of the previous one no longer count.
    await deleteTokensOfUser(tx, known.id, ['email_change_current', 'email_change_new']);
    await updateUserRow(tx, known.id, { new_email: newEmail, email_change_agreed: null });
  }
  await updateUserRow(tx, known.id, { email_change_sent_at: auth.now() });
  const sentTo = kind === 'email_change_new' ? newEmail : email;
  return { type: kind, userId: known.id, kind, sentTo, method: 'email_change' };
}
