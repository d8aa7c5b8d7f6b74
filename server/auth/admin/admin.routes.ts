// Handlers for the operator's service token: each parses, calls one rule and answers. auth.routes.ts lists their paths.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { removeUser } from '../account/delete-account.ts';
import type { Auth } from '../auth.ts';
import { removeFactor } from '../factors/remove-factor.ts';
import { AuthError, unknownFactor, unknownUser } from '../http/auth-error.ts';
import type { Handler } from '../http/endpoint.ts';
import { flag, metadata, readFields, readPathId, readQuery, text } from '../http/read-fields.ts';
import { redirectTarget } from '../http/redirect-target.ts';
import { parseEmail } from '../users/email-address.ts';
import { factorBody, userBody } from '../users/user-body.ts';
import { findUser, type User } from '../users/users.store.ts';
import { readAttributes } from './account-attributes.ts';
import { changeUser } from './change-user.ts';
import { createUser } from './create-user.ts';
import { generateLink } from './generate-link.ts';
import { inviteUser } from './invite-user.ts';
import { listUsers, parsePage, type UsersPage } from './list-users.ts';
import { softDeleteUser } from './soft-delete-user.ts';

/** GET /admin/users */
export const getUsers: Handler = async (auth, c) => {
  const found = await listUsers(auth, parsePage(readQuery(c, 'page'), readQuery(c, 'per_page')));
  c.header('X-Total-Count', String(found.total));
  c.header('Link', pageLinks(auth, found));
  return c.json({ users: found.users.map(userBody), aud: 'authenticated' });
};

/** `page` must come first in the query: the client reads whatever follows the first equals sign. */
function pageLinks({ baseUrl }: Auth, { page, perPage, lastPage }: UsersPage): string {
  const link = (to: number, rel: string) => `<${baseUrl}/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < lastPage ? [link(page + 1, 'next')] : []), link(lastPage, 'last')].join(', ');
}

/** POST /admin/users */
export const postUser: Handler = async (auth, c) =>
  c.json(userBody(await createUser(auth, await readAttributes(auth, c))));

/** GET /admin/users/:id */
export const getUserById: Handler = async (auth, c) => c.json(userBody(await userInPath(auth, c)));

/** PUT /admin/users/:id */
export const putUserById: Handler = async (auth, c) => {
  const id = idInPath(c);
  const email = (await findUser(auth.db.kysely, id))?.email;
  return c.json(userBody(await changeUser(auth, id, await readAttributes(auth, c, email))));
};

const deletionFields = z.object({ should_soft_delete: flag });

/** DELETE /admin/users/:id */
export const deleteUserById: Handler = async (auth, c) => {
  const id = idInPath(c);
  const hasBody = (await c.req.arrayBuffer()).byteLength > 0;
  const { should_soft_delete: soft } = hasBody ? await readFields(c, deletionFields) : {};
  if (soft) await softDeleteUser(auth, id);
  else if (!(await removeUser(auth, id))) throw unknownUser();
  return c.json({});
};

/** GET /admin/users/:id/factors */
export const getFactorsOfUser: Handler = async (auth, c) => c.json((await userInPath(auth, c)).factors.map(factorBody));

/** DELETE /admin/users/:id/factors/:factorId */
export const deleteFactorOfUser: Handler = async (auth, c) => {
  const { id } = await userInPath(auth, c);
  return c.json(factorBody(await removeFactor(auth, id, readPathId(c, 'factorId', unknownFactor))));
};

const linkFields = z.object({
  type: text,
  email: text,
  password: text,
  data: metadata,
  new_email: text,
  redirect_to: text,
});

/** POST /admin/generate_link */
export const postGenerateLink: Handler = async (auth, c) => {
  const { type, email, password, data, new_email: newEmail, redirect_to } = await readFields(c, linkFields);
  const redirectTo = redirectTarget(auth, c, redirect_to ?? readQuery(c, 'redirect_to'));
  return c.json(await generateLink(auth, { type, email: parseEmail(email), password, data, newEmail, redirectTo }));
};

const inviteFields = z.object({ email: text, data: metadata });

/** POST /invite */
export const postInvite: Handler = async (auth, c) => {
  const { email, data } = await readFields(c, inviteFields);
  const user = await inviteUser(auth, { email: parseEmail(email), data, redirectTo: redirectTarget(auth, c) });
  return c.json(userBody(user));
};

function idInPath(c: HonoContext): string {
  return readPathId(c, 'id', () => new AuthError(404, 'validation_failed', 'user_id must be a UUID'));
}

async function userInPath(auth: Auth, c: HonoContext): Promise<User> {
  const user = await findUser(auth.db.kysely, idInPath(c));
  if (!user) throw unknownUser();
  return user;
}
