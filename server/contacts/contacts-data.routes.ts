import { Hono } from 'hono';
import { z } from 'zod';
import { contactsFile, csvName } from '../../shared/csv.ts';
import { AppError } from '../../shared/errors.ts';
import { keywordOf, noSuchCampaign } from '../campaigns/own-campaign.ts';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { answerPage, listFields, readPathId, readQuery, rowList } from '../platform/http/list-query.ts';
import { streamCsv } from '../platform/http/stream-csv.ts';
import { contactOrders, contactsForFile, keepContact, keepContacts, listContacts } from './contacts-data.store.ts';

type Env = { Variables: { userId: string } };

export const contactsQuery = z.object({
  campaignId: z.uuid(),
  backlinkId: z.uuid().optional(),
  ...listFields(contactOrders),
});
export const contactChange = z.object({ keep: z.boolean() });
export const contactList = rowList(z.object({ id: z.uuid(), keep: z.boolean() }));
export const contactListQuery = z.object({ campaignId: z.uuid() });
export const contactsFileQuery = z.object({ which: z.enum(['all', 'selected']).default('all') });

/** The part of /data that is about contacts. */
export function contactDataRoutes({ db }: Pick<Context, 'db'>) {
  return new Hono<Env>()
    .get('/contacts', async (c) => {
      const asked = readQuery(c, contactsQuery);
      return answerPage(c, await listContacts(db, c.get('userId'), asked), noSuchCampaign);
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
      if (updated === null) throw new AppError('not-found', 'Some of these rows do not exist. Nothing was changed.');
      return c.json({ updated });
    })
    .get('/campaigns/:id/contacts.csv', async (c) => {
      const { which } = readQuery(c, contactsFileQuery);
      const [userId, campaignId] = [c.get('userId'), readPathId(c)];
      const what = which === 'selected' ? 'selected-contacts' : 'contacts';
      const name = csvName(await keywordOf(db, userId, campaignId), what);
      const batches = contactsForFile(db, userId, { campaignId, selected: which === 'selected' });
      return streamCsv(c, { name, file: contactsFile, batches });
    });
}
