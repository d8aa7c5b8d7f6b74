import { contactDataEndpoints } from '../../shared/api/contacts.ts';
import { contactsFile, csvName } from '../../shared/csv.ts';
import { AppError } from '../../shared/errors.ts';
import { withLeadDetails } from '../backlinks/lead-details.store.ts';
import { keywordOf, noSuchCampaign } from '../campaigns/own-campaign.ts';
import type { Context } from '../platform/context.ts';
import { answerPage } from '../platform/http/answer-page.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { streamCsv } from '../platform/http/stream-csv.ts';
import { noteHandedOver } from '../prospects/prospects.store.ts';
import { contactFormsForFile } from './contact-forms.store.ts';
import { contactSelection, contactsForFile, keepContact, listContacts } from './contacts-data.store.ts';
import { type FullRow, fullContactsFile } from './full-contacts-file.ts';
import { readEvidence } from './read-evidence.ts';

export function contactDataRoutes({ db, config }: Pick<Context, 'db' | 'config'>) {
  const selection = contactSelection(db);
  return endpointRoutes(contactDataEndpoints, {
    'GET /data/contacts': async ({ userId, query }) =>
      answerPage(await listContacts(db, userId, query), noSuchCampaign),
    'PATCH /data/contacts/{id}': async ({ userId, params, body }) => {
      const row = await keepContact(db, userId, { ...params, ...body });
      if (!row) throw new AppError('not-found', 'There is no such contact.');
      return row;
    },
    'GET /data/contacts/{id}/evidence': ({ userId, params }) => readEvidence(db, userId, params.id),
    'PUT /data/contacts': ({ userId, query, body: rows }) => selection.saveRows({ userId, ...query, rows }),
    'PUT /data/contacts/selection': ({ userId, query, body }) =>
      selection.selectMatching({ userId, ...query, ...body }),
    'POST /data/contacts/undo': ({ userId, query, body }) => selection.undo({ userId, ...query, ...body }),
    'GET /data/campaigns/{id}/contacts.csv': async ({ userId, params, query: { which, columns } }, c) => {
      const withEvidence = columns === 'everything';
      const what = withEvidence ? 'contacts-with-evidence' : which === 'selected' ? 'selected-contacts' : 'contacts';
      const name = csvName(await keywordOf(db, userId, params.id), what);
      const chosen = { campaignId: params.id, selected: which === 'selected' };
      // Users who download addresses are about to contact them. A HEAD request downloads nothing.
      if (c.req.method === 'GET') await noteHandedOver(db.kysely, { userId, ...chosen });
      if (!withEvidence) {
        return streamCsv(c, { name, file: contactsFile, batches: contactsForFile(db, userId, chosen) });
      }
      const file = fullContactsFile({ isPractice: config.practice });
      const leadOf = ({ backlink_id }: FullRow) => backlink_id.id;
      const batches = withLeadDetails(db, userId, { batches: everyOutcome(db, userId, chosen), leadOf });
      return streamCsv(c, { name, file, batches });
    },
  });
}

/** Contacts, then sites that only have a contact form. Forms cannot be selected, so a file of selected rows has none. */
async function* everyOutcome(
  db: Context['db'],
  userId: string,
  chosen: { campaignId: string; selected: boolean },
): AsyncGenerator<FullRow[]> {
  yield* contactsForFile(db, userId, { ...chosen, withEvidence: true });
  if (!chosen.selected) yield* contactFormsForFile(db, userId, chosen.campaignId);
}
