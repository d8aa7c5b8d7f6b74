// Account handlers: each parses, calls one rule and answers. auth.routes.ts lists their paths.
import { z } from 'zod';
import { parseChallenge } from '../flows/pkce.ts';
import { AuthError, invalid } from '../http/auth-error.ts';
import { calledFrom } from '../http/called-from.ts';
import type { Handler, SignedInHandler } from '../http/endpoint.ts';
import { flag, metadata, readFields, text } from '../http/read-fields.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { limitAddress } from '../limits/limit-uses.ts';
import { enqueueMail, enqueueMailQuietly, limitMail } from '../mails/enqueue-mail.ts';
import { sessionBody } from '../sessions/open-session.ts';
import { parseEmail } from '../users/email-address.ts';
import { userBody } from '../users/user-body.ts';
import { mergeMetadata } from '../users/user-metadata.ts';
import { requireAnonymousAllowed, signInAnonymously } from './sign-up/sign-in-anonymously.ts';
import { signUp } from './sign-up/sign-up.ts';
import { updateUser } from './update-user.ts';

const challengeFields = { code_challenge: text, code_challenge_method: text };

const signUpFields = z.object({ email: text, phone: text, password: text, data: metadata, ...challengeFields });

/** POST /signup */
export const postSignUp: Handler = async (auth, c) => {
  const { email, phone, password, data, ...pkce } = await readFields(c, signUpFields);
  const challenge = parseChallenge(pkce);
  const from = calledFrom(auth, c);
  if (email && phone) throw invalid('Only an email address or phone number should be provided on signup.');
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (email || password) {
    const redirectTo = redirectTarget(auth, c);
    return c.json(userBody(await signUp(auth, { email, password, data, redirectTo, challenge, from })));
  }
  requireAnonymousAllowed(auth);
  await limitAddress(auth, 'anonymous', from.ip);
  return c.json(await sessionBody(auth, await signInAnonymously(auth, { data, from })));
};

const otpFields = z.object({
  email: text,
  phone: text,
  channel: text,
  create_user: flag,
  data: metadata,
  ...challengeFields,
});

/** POST /otp and /magiclink. Whether an account exists or may be created is decided after answering. */
export const postOtp: Handler = async (auth, c) => {
  const {
    email: given,
    phone,
    channel,
    create_user: createUser = true,
    data = {},
    ...pkce
  } = await readFields(c, otpFields);
  const challenge = parseChallenge(pkce);
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  if (!given) throw invalid('One of email or phone must be set');
  if (channel) throw invalid('Channel should only be specified with Phone OTP');
  const email = parseEmail(given);
  mergeMetadata({}, data);
  const redirectTo = redirectTarget(auth, c);
  await enqueueMailQuietly(
    auth,
    { kind: 'sign-in', email, createUser, data, redirectTo, challenge },
    calledFrom(auth, c),
  );
  return c.json({});
};

const recoverFields = z.object({ email: text, ...challengeFields });

/** POST /recover */
export const postRecover: Handler = async (auth, c) => {
  const { email: given, ...pkce } = await readFields(c, recoverFields);
  const challenge = parseChallenge(pkce);
  const email = parseEmail(given);
  await enqueueMailQuietly(
    auth,
    { kind: 'recover', email, redirectTo: redirectTarget(auth, c), challenge },
    calledFrom(auth, c),
  );
  return c.json({});
};

const resendFields = z.object({ type: text, email: text, phone: text, ...challengeFields });

/** POST /resend */
export const postResend: Handler = async (auth, c) => {
  const { type, email: given, phone, ...pkce } = await readFields(c, resendFields);
  if (type === 'sms' || type === 'phone_change' || phone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  }
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  const email = parseEmail(given);
  const flow = { email, redirectTo: redirectTarget(auth, c), challenge: parseChallenge(pkce) };
  const from = calledFrom(auth, c);
  if (type === 'signup') await enqueueMailQuietly(auth, { kind: 'confirm-sign-up', ...flow }, from);
  else await enqueueMailQuietly(auth, { kind: 'resend-email-change', ...flow }, from);
  return c.json({});
};

/** GET /reauthenticate */
export const getReauthenticate: SignedInHandler = async (auth, c, { user, from }) => {
  if (!user.email) {
    throw invalid('Reauthentication requires the user to have an email or a phone number');
  }
  if (!user.email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  await limitMail(auth, { kind: 'reauthenticate', email: user.email, ip: from.ip });
  await enqueueMail(auth, { kind: 'reauthenticate', userId: user.id });
  return c.json({});
};

/** GET /user */
export const getUser: SignedInHandler = (_auth, c, { user }) => c.json(userBody(user));

const userFields = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: metadata,
  app_metadata: z.unknown().optional(),
  ...challengeFields,
});

/** PUT /user */
export const putUser: SignedInHandler = async (auth, c, signedIn) => {
  const { email, phone, password, current_password, nonce, data, app_metadata, ...pkce } = await readFields(
    c,
    userFields,
  );
  if (app_metadata !== undefined && app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const user = await updateUser(auth, signedIn, {
    email: email || undefined,
    password,
    currentPassword: current_password,
    nonce,
    data,
    redirectTo: redirectTarget(auth, c),
    challenge: parseChallenge(pkce),
  });
  return c.json(userBody(user));
};
