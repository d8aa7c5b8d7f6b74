import { Hono } from 'hono';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { deleteOwnAccount } from './delete-account.ts';
import { findOwnProfile } from './profiles.store.ts';

export const deletionBody = z.object({
  password: z.string().max(1_000).optional(),
  nonce: z.string().max(100).optional(),
});

type Env = { Variables: { userId: string } };

/** The part of /data that is about the user. */
export function userDataRoutes({ db }: Pick<Context, 'db'>) {
  return new Hono<Env>().get('/profiles/me', async (c) => {
    const profile = await findOwnProfile(db, c.get('userId'));
    if (!profile) throw new AppError('not-found', 'There is no profile yet.');
    return c.json(profile);
  });
}

/** The part of /api that is about the user's account. */
export function userRoutes(ctx: Context) {
  return new Hono<Env>().delete('/user', async (c) => {
    const proof = await readBody(c, deletionBody);
    await deleteOwnAccount(ctx, { userId: c.get('userId'), ...proof });
    return c.json({ ok: true });
  });
}
