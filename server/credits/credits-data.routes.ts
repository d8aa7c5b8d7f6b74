import { Hono } from 'hono';
import { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { readQuery } from '../platform/http/list-query.ts';
import { listEntries } from './credits-data.store.ts';
import { entryLabel } from './entry-label.ts';

type Env = { Variables: { userId: string } };

export const creditsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  before: z.coerce.number().int().min(1).optional(),
});

/** The part of /data that is about credits. */
export function creditDataRoutes({ db }: Pick<Context, 'db'>) {
  return new Hono<Env>().get('/credits', async (c) => {
    const entries = await listEntries(db, c.get('userId'), readQuery(c, creditsQuery));
    return c.json(entries.map(({ details, ...entry }) => ({ ...entry, label: entryLabel({ ...entry, details }) })));
  });
}
