// Handlers of /factors: each parses, calls one rule and answers. auth.routes.ts lists their paths.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import type { Auth } from '../auth.ts';
import { AuthError, unknownFactor } from '../http/auth-error.ts';
import type { SignedInHandler } from '../http/endpoint.ts';
import { readFields, readPathId, text } from '../http/read-fields.ts';
import type { SignedIn } from '../http/require-session.ts';
import { sessionBody } from '../sessions/open-session.ts';
import { enrollFactor } from './enroll-factor.ts';
import {
  makeRecoveryCodes,
  recoveryCodesStatus,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes/recovery-codes.ts';
import { unenrollFactor } from './remove-factor.ts';
import { challengeFactor, verifyFactor } from './verify-factor.ts';

const enrollmentFields = z.object({ factor_type: text, friendly_name: text, issuer: text });

/** POST /factors */
export const postFactor: SignedInHandler = async (auth, c, signedIn) => {
  refuseAnonymous(signedIn);
  const { factor_type: factorType, friendly_name: friendlyName, issuer } = await readFields(c, enrollmentFields);
  const { factor, key } = await enrollFactor(auth, signedIn, { factorType, friendlyName, issuer });
  return c.json({
    id: factor.id,
    type: factor.factor_type,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    totp: { qr_code: key.qrCode, secret: key.secret, uri: key.uri },
  });
};

/** POST /factors/:id/challenge */
export const postChallenge: SignedInHandler = async (auth, c, signedIn) => {
  refuseAnonymous(signedIn);
  const challenge = await challengeFactor(auth, signedIn, readPathId(c, 'id', unknownFactor));
  const expiresAt = Math.floor(challenge.expires_at.getTime() / 1000);
  return c.json({ id: challenge.id, type: 'totp', expires_at: expiresAt });
};

const codeFields = z.object({ challenge_id: text, code: text });

/** POST /factors/:id/verify */
export const postFactorVerify: SignedInHandler = async (auth, c, signedIn) => {
  refuseAnonymous(signedIn);
  const factorId = readPathId(c, 'id', unknownFactor);
  const { challenge_id: challengeId, code } = await readFields(c, codeFields);
  return c.json(await sessionBody(auth, await verifyFactor(auth, signedIn, { factorId, challengeId, code })));
};

/** DELETE /factors/:id */
export const deleteFactor: SignedInHandler = async (auth, c, signedIn) => {
  refuseAnonymous(signedIn);
  const factorId = readPathId(c, 'id', unknownFactor);
  await unenrollFactor(auth, signedIn, factorId);
  return c.json({ id: factorId });
};

/** GET /factors/recovery-codes */
export const getRecoveryCodes: SignedInHandler = async (auth, c, { user }) =>
  c.json({ ...setOf(user.id), ...(await recoveryCodesStatus(auth, user.id)) });

/** POST /factors/recovery-codes */
export const postRecoveryCodes: SignedInHandler = (auth, c, signedIn) => answerCodes(auth, c, signedIn, false);

/** POST /factors/recovery-codes/regenerate */
export const postNewRecoveryCodes: SignedInHandler = (auth, c, signedIn) => answerCodes(auth, c, signedIn, true);

async function answerCodes(auth: Auth, c: HonoContext, signedIn: SignedIn, replace: boolean): Promise<Response> {
  const codes = await makeRecoveryCodes(auth, signedIn, { replace });
  return c.json({ ...setOf(signedIn.user.id), friendly_name: 'Recovery codes', total: codes.length, codes });
}

const recoveryFields = z.object({ code: text });

/** POST /factors/recovery-codes/verify */
export const postRecoveryCodeVerify: SignedInHandler = async (auth, c, signedIn) => {
  const { code } = await readFields(c, recoveryFields);
  return c.json(await sessionBody(auth, await verifyRecoveryCode(auth, signedIn, code)));
};

/** DELETE /factors/recovery-codes */
export const deleteRecoveryCodes: SignedInHandler = async (auth, c, signedIn) => {
  await removeRecoveryCodes(auth, signedIn);
  return c.json({ id: signedIn.user.id });
};

/** A user has one set, identified by the user's id. */
function setOf(userId: string) {
  return { id: userId, type: 'recovery_code' };
}

function refuseAnonymous({ user }: SignedIn): void {
  if (user.is_anonymous) {
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
}
