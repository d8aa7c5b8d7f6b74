import { Hono } from 'hono';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { Context } from '../platform/context.ts';
import { fetchEmail } from './fetch-email.ts';
import type { ContactRow } from './rows/contacts.store.ts';

type Env = { Variables: { userId: string } };

/** The calls of /api that are about one contact. */
export function contactRoutes(ctx: Pick<Context, 'db' | 'queue' | 'live'>) {
  return new Hono<Env>().post('/campaign/get-email/:contactId', async (c) => {
    const { data: contactId } = z.uuid().safeParse(c.req.param('contactId'));
    if (!contactId) throw new AppError('not-found', 'There is no such contact.');
    const contact = await fetchEmail(ctx, { userId: c.get('userId'), contactId, signal: c.req.raw.signal });
    return contact ? c.json(answerOf(contact)) : c.json({ pending: true, id: contactId } as const, 202);
  });
}

function answerOf({ id, email, verification, type, location, source }: ContactRow) {
  const answer = { error: false as const, id, verification, type, location, source };
  return email === null
    ? { noEmailFound: true as const, email: false as const, ...answer }
    : { noEmailFound: false as const, email, ...answer };
}
