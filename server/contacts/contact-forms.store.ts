// The kept backlinks whose site can only be reached by its contact form.
import { sql } from 'kysely';
import type { Contact } from '../../shared/contact.ts';
import type { Database } from '../platform/db.ts';
import { fileBatch, readInBatches } from '../platform/rows/read-in-batches.ts';

export interface ContactFormRow {
  id: string;
  backlink_id: Contact['backlink_id'];
  contact_form_url: string;
}

/** A batch at a time. */
export function contactFormsForFile(db: Database, userId: string, campaignId: string) {
  const rows = db.kysely
    .selectFrom('backlinks')
    .select([
      'id',
      'contact_form_url',
      sql<
        Contact['backlink_id']
      >`json_build_object('id', id, 'url_from', url_from, 'title', title, 'domain', domain)`.as('backlink_id'),
    ])
    .where('user_id', '=', userId)
    .where('requests_id', '=', campaignId)
    .where('keep', '=', true)
    .where('contact_form_url', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contacts')
            .select('contacts.id')
            .whereRef('contacts.backlink_id', '=', 'backlinks.id')
            .where('contacts.email_state', '=', 'found'),
        ),
      ),
    )
    .orderBy('id')
    .limit(fileBatch);
  return readInBatches<ContactFormRow>(fileBatch, async (after) => {
    const batch = after ? rows.where('id', '>', after.id) : rows;
    return (await db.asUser(userId, batch)).rows as ContactFormRow[];
  });
}
