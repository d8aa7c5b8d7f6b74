// The contacts of a campaign.
import { z } from 'zod';
import { contact } from '../contact.ts';
import { evidence } from '../contact-evidence.ts';
import { contactsFile } from '../csv.ts';
import type { Endpoints } from './endpoint.ts';
import { contactExample, evidenceExample } from './examples.ts';
import { csvFileName, listFields, pathId, totalCount } from './fields.ts';
import { savesRows, selectsMatching, undoesSelection } from './selection.ts';

const tag = 'Contacts';

/** The first is the default: ids grow with time. */
export const contactOrders = ['id', 'first_name', 'last_name', 'email', 'verification', 'source'] as const;

const foundEmail = z.object({
  noEmailFound: z.boolean(),
  error: z.literal(false),
  ...contact.pick({ id: true, email: true, verification: true, type: true, location: true, source: true }).shape,
});

export const contactDataEndpoints = {
  'GET /data/contacts': {
    operationId: 'listContacts',
    tag,
    summary: 'List contacts',
    description:
      'The contacts of a campaign in the order they were found, each with its backlink. email is null if it was not searched for yet, and false if none was found. Without a limit, the whole list is returned, up to 10,000 rows.',
    query: z.object({ campaignId: z.uuid(), backlinkId: z.uuid().optional(), ...listFields(contactOrders) }),
    responses: { 200: { description: 'The rows.', schema: z.array(contact), headers: totalCount } },
    errors: ['not-found'],
  },
  'PATCH /data/contacts/{id}': {
    operationId: 'updateContact',
    tag,
    summary: 'Select or deselect a contact',
    params: z.object({ id: pathId('The contact.') }),
    body: z.object({ keep: z.boolean() }),
    responses: { 200: { description: 'The changed row.', schema: contact } },
  },
  'GET /data/contacts/{id}/evidence': {
    operationId: 'readEvidence',
    tag,
    summary: 'Read the evidence for an email',
    description:
      'Where the email comes from, which sources were tried, what the mail server replied, and how confident Zeus is. Only for contacts that have an email.',
    params: z.object({ id: pathId('The contact.', 'There is no such contact, or it has no email.') }),
    responses: { 200: { description: 'The evidence.', schema: evidence, example: evidenceExample } },
  },
  'PUT /data/contacts': savesRows(
    { tag, operationId: 'updateContacts', rows: 'contacts' },
    z.object({ id: z.uuid(), keep: z.boolean() }),
  ),
  'PUT /data/contacts/selection': selectsMatching({ tag, operationId: 'selectContacts', rows: 'contacts' }),
  'POST /data/contacts/undo': undoesSelection({
    tag,
    operationId: 'undoContactSelection',
    rows: 'contacts',
  }),
  'GET /data/campaigns/{id}/contacts.csv': {
    operationId: 'downloadContacts',
    tag,
    summary: 'Download contacts',
    description:
      'The contacts that have an email, all or the selected ones, in the same format as the backlinks. With columns=everything, further columns tell how Zeus knows each email, and rows are added for authors of whom only profiles are known and, unless only selected contacts are downloaded, for kept sites that only have a contact form.',
    params: z.object({ id: pathId('The campaign.') }),
    query: z.object({
      which: z.enum(['all', 'selected']).default('all'),
      columns: z.enum(['standard', 'everything']).default('standard'),
    }),
    responses: {
      200: {
        description:
          'Backlink URL, Title, Email, Email Type, Email Status, First Name, Last Name, Position. Everything adds further columns at the end.',
        contentType: 'text/csv',
        example: contactsFile.head + contactsFile.line(contactExample),
        headers: csvFileName,
      },
    },
  },
} satisfies Endpoints;

export const contactEndpoints = {
  'POST /api/campaign/get-email/{contactId}': {
    operationId: 'findEmail',
    tag,
    summary: 'Find the email of one contact',
    description: 'Costs one email credit if it is found. An address already paid for is free.',
    params: z.object({ contactId: pathId('The contact.', 'There is no such contact.') }),
    responses: {
      200: {
        description: 'What was found; noEmailFound with email false if there is none.',
        schema: foundEmail,
        example: {
          noEmailFound: false,
          error: false,
          id: contactExample.id,
          email: contactExample.email,
          verification: 'valid',
          type: 'personal',
          location: null,
          source: 'zeus-own',
        },
      },
      202: {
        description: 'The search takes longer. Follow the event stream for the email.',
        schema: z.object({ pending: z.literal(true), id: z.uuid() }),
      },
    },
    errors: ['no-credit', 'too-many-requests', 'could-not-look'],
  },
  'POST /api/contacts/{contactId}/check': {
    operationId: 'checkEmail',
    tag,
    summary: 'Check an email again',
    description:
      'Asks the mail server again whether the email exists. Free. A check that cannot be made leaves the verdict as it is; last_check says why. If a valid email turns out to be invalid, its credit is refunded. Within a minute of a check, returns that result instead of checking again.',
    params: z.object({ contactId: pathId('The contact.', 'There is no such contact, or it has no email.') }),
    responses: {
      200: { description: 'The evidence after the check.', schema: evidence, example: evidenceExample },
      202: {
        description: 'The check takes longer. Follow the event stream for its result.',
        schema: z.object({ pending: z.literal(true), id: z.uuid() }),
      },
    },
    errors: ['too-many-requests'],
  },
} satisfies Endpoints;
