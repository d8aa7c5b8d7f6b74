import { Hono } from 'hono';
import { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { initUser } from './welcome/init-user.ts';

type Env = { Variables: { userId: string } };

export const initBody = z.object({ offer: z.string().max(100).nullish() });

/** The calls of /api that give credits. */
export function creditRoutes(ctx: Pick<Context, 'db' | 'config'>) {
  return new Hono<Env>().post('/user/init', async (c) => {
    const { offer } = await readBody(c, initBody);
    await initUser(ctx, { userId: c.get('userId'), offer });
    return c.json({ ok: true });
  });
}
