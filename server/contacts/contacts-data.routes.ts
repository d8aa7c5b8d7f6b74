import { Hono } from 'hono';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { answerPage, listFields, readPathId, readQuery, rowList } from '../platform/http/list-query.ts';
import { contactOrders, keepContact, keepContacts, listContacts } from './contacts-data.store.ts';

type Env = { Variables: { userId: string } };

export const contactsQuery = z.object({
  campaignId: z.uuid(),
  backlinkId: z.uuid().optional(),
  ...listFields(contactOrders),
});
export const contactChange = z.object({ keep: z.boolean() });
export const contactList = rowList(z.object({ id: z.uuid(), keep: z.boolean() }));
export const contactListQuery = z.object({ campaignId: z.uuid() });

/** The part of /data that is about contacts. */
export function contactDataRoutes({ db }: Pick<Context, 'db'>) {
  return new Hono<Env>()
    .get('/contacts', async (c) => {
      const asked = readQuery(c, contactsQuery);
      return answerPage(c, await listContacts(db, c.get('userId'), asked));
    })
    .patch('/contacts/:id', async (c) => {
      const { keep } = await readBody(c, contactChange);
      const row = await keepContact(db, c.get('userId'), { id: readPathId(c), keep });
      if (!row) throw new AppError('not-found', 'There is no such contact.');
      return c.json(row);
    })
    .put('/contacts', async (c) => {
      const { campaignId } = readQuery(c, contactListQuery);
      const rows = await readBody(c, contactList);
      const updated = await keepContacts(db, c.get('userId'), { campaignId, rows });
      if (updated === null) throw new AppError('not-found', 'Some of these rows are not there. Nothing was changed.');
      return c.json({ updated });
    });
}
