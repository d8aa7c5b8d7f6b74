import { Hono } from 'hono';
import { AppError } from '../../shared/errors.ts';
import type { Context } from '../platform/context.ts';
import { findOwnProfile } from './profiles.store.ts';

type Env = { Variables: { userId: string } };

/** The part of /data that is about the user. */
export function userDataRoutes({ db }: Pick<Context, 'db'>) {
  return new Hono<Env>().get('/profiles/me', async (c) => {
    const profile = await findOwnProfile(db, c.get('userId'));
    if (!profile) throw new AppError('not-found', 'There is no profile yet.');
    return c.json(profile);
  });
}
