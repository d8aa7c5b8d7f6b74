import { contactEndpoints } from '../../shared/api/contacts.ts';
import type { Context } from '../platform/context.ts';
import { Accepted, endpointRoutes } from '../platform/http/endpoint-routes.ts';
import { checkEmail } from './checking/check-email.ts';
import { fetchEmail } from './fetch-email.ts';
import { readEvidence } from './read-evidence.ts';
import type { ContactRow } from './rows/contacts.store.ts';

export function contactRoutes(ctx: Pick<Context, 'db' | 'queue' | 'live'>) {
  return endpointRoutes(contactEndpoints, {
    'POST /api/campaign/get-email/{contactId}': async ({ userId, params: { contactId } }, c) => {
      const contact = await fetchEmail(ctx, { userId, contactId, signal: c.req.raw.signal });
      return contact ? toFoundEmail(contact) : new Accepted({ pending: true, id: contactId });
    },
    'POST /api/contacts/{contactId}/check': async ({ userId, params: { contactId } }, c) => {
      const hasEnded = await checkEmail(ctx, { userId, contactId, signal: c.req.raw.signal });
      return hasEnded ? readEvidence(ctx.db, userId, contactId) : new Accepted({ pending: true, id: contactId });
    },
  });
}

function toFoundEmail({ id, email, verification, type, location, source }: ContactRow) {
  const found = { error: false as const, id, verification, type, location, source };
  return { noEmailFound: email === null, email: email ?? (false as const), ...found };
}
