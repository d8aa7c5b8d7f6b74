// Finds the address of one contact. What Author Mode saw of the person is in the row, so usually no page is read again.
import { lockBacklink, notePaidSearch, noteUnpaidSearch } from '../backlinks/contact-searches.store.ts';
import { splitWholeName } from '../engine/authors/names/split-name.ts';
import { type Finder, type FinderParts, finderOf } from '../engine/finding/finder.ts';
import type { AddressLookup } from '../engine/finding/look-up-address.ts';
import type { CouldNotLook, SitePerson } from '../engine/finding/site-study.ts';
import { advanceCampaign, confirmEmails, fetchEmail, type Tried } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db.ts';
import type { JobCall, JobHandler } from '../platform/queue/job.ts';
import { nameKey } from './finding/contact-draft.ts';
import { contactEvidence } from './finding/contact-evidence.ts';
import { lateTry, nextTry } from './finding/retry-limits.ts';
import {
  type ContactRow,
  lacksEmail,
  listOfBacklink,
  noteNextCheck,
  noteNextFetch,
  readContact,
} from './rows/contacts.store.ts';
import { limitReached, noteFetched, type Refusal } from './rows/note-fetched.ts';
import { isCharged } from './rows/save-contacts.ts';
import { readWork } from './rows/work.store.ts';

type Parts = FinderParts & Pick<Context, 'queue'>;
type Payload = { contactId: string; tried?: Tried };

const notLooked = (why: CouldNotLook): AddressLookup => ({ kind: 'could-not-look', why });
const leadRemoved = notLooked({ message: 'You removed this lead before its email was found.' });
const accountClosed = notLooked({ message: 'The account was closed before this email was found.' });

export function fetchEmailJob(ctx: Parts): JobHandler<Payload> {
  return {
    run: (payload, call) => fetchEmailOf(ctx, payload, call),
    async gaveUp({ contactId }) {
      const contact = await readContact(ctx.db.kysely, contactId);
      const lookup = notLooked({ message: 'Something went wrong on our side while looking for the email.' });
      if (contact) await write(ctx, contact, { lookup });
    },
  };
}

async function fetchEmailOf(ctx: Parts, { contactId, tried }: Payload, { log, signal }: JobCall): Promise<void> {
  const { db, queue, outbound } = ctx;
  const contact = await readContact(db.kysely, contactId);
  if (contact?.email_state !== 'fetching') return;
  if (contact.account_closed_at) return write(ctx, contact, { lookup: accountClosed });
  if (isOfOrder(contact) && !contact.is_lead_kept) return write(ctx, contact, { lookup: leadRemoved });
  if (isOfOrder(contact) && contact.email_credits_left === 0) {
    return write(ctx, contact, { lookup: notLooked(limitReached) });
  }
  const call = { outbound, log, signal, forUser: contact.user_id };
  const finder = finderOf(ctx);
  const person = await knownOf(ctx, finder, contact, signal);
  const name = `${contact.first_name} ${contact.last_name}`.trim();
  const lookup: AddressLookup =
    'message' in person ? notLooked(person) : await finder.lookUpAddress({ ...person, name }, call);
  const again = lookup.kind === 'could-not-look' ? nextTryOf(ctx, lookup, tried) : undefined;
  if (!again) return write(ctx, contact, { lookup, tried });
  const { afterSeconds, tried: triedSoFar } = again;
  const owner = { userId: contact.user_id, campaignId: contact.request_id };
  await queue.enqueue(db.kysely, fetchEmail, { contactId, tried: triedSoFar }, { afterSeconds, owner });
  if (triedSoFar.late) await noteNextFetch(db.kysely, contactId, afterSeconds);
}

/** Whether an order for emails left it for later, so that the order's limit applies. */
const isOfOrder = ({ single_fetch }: ContactRow) => !single_fetch;

/** An address that the site prints is shown when the usual patience is over, and confirmed later. */
function nextTryOf(ctx: Parts, { why, fallback }: Extract<AddressLookup, { kind: 'could-not-look' }>, tried: Tried) {
  return nextTry(ctx, why, tried) ?? (fallback ? undefined : lateTry(why, tried));
}

type Known = Pick<SitePerson, 'seen' | 'guesses'>;

/** The addresses the person has or may have, without those that other contacts of the backlink hold. */
async function knownOf(
  { db }: Parts,
  finder: Finder,
  contact: ContactRow,
  signal: AbortSignal,
): Promise<Known | CouldNotLook> {
  const others = await listOfBacklink(db.kysely, contact.backlink_id);
  const held = new Set(others.flatMap(({ email }) => email?.toLowerCase() ?? []));
  const isFree = ({ address }: { address: string }) => !held.has(address.toLowerCase());
  const kept = contactEvidence.safeParse(contact.evidence).data;
  const known: Known | CouldNotLook =
    kept?.seen && kept.guesses
      ? ({ seen: kept.seen, guesses: kept.guesses } as Known)
      : await lookUp(db, finder, contact, signal);
  if ('message' in known) return known;
  return { seen: known.seen.filter(isFree), guesses: known.guesses.filter(isFree) };
}

async function lookUp(
  db: Parts['db'],
  finder: Finder,
  contact: ContactRow,
  signal: AbortSignal,
): Promise<Known | CouldNotLook> {
  const work = await readWork(db.kysely, contact.backlink_id);
  if (!work) return { seen: [], guesses: [] };
  const { page, people } = await finder.studySite(work.url, signal);
  if (page.kind === 'unreached') return page;
  const key = nameKey({ firstName: contact.first_name, lastName: contact.last_name });
  return people.find(({ name }) => nameKey(splitWholeName(name)) === key) ?? { seen: [], guesses: [] };
}

interface FetchEnd extends Pick<Payload, 'tried'> {
  lookup: AddressLookup;
}

async function write({ db, queue }: Parts, contact: ContactRow, { lookup, tried }: FetchEnd): Promise<void> {
  const fallback = lookup.kind === 'could-not-look' ? lookup.fallback : undefined;
  const later = lookup.kind === 'could-not-look' && fallback ? lateTry(lookup.why, tried) : undefined;
  const delivered = lookup.kind === 'found' ? lookup.found : fallback;
  await db.kysely.transaction().execute(async (tx) => {
    const withBalance = delivered !== undefined && isCharged(delivered);
    const { backlink_id: backlinkId, user_id: userId, request_id: campaignId } = contact;
    const orderOf = withBalance && isOfOrder(contact) ? campaignId : undefined;
    const locked = await lockBacklink(tx, { backlinkId, userId }, { withBalance, orderOf });
    if (!locked) return;
    const { keep, creditsLeft } = locked;
    // Removed while Zeus was looking: the user no longer wants what the order would charge for.
    const isUnwanted = isOfOrder(contact) && !keep && delivered !== undefined;
    const fetched = { lookup: isUnwanted ? leadRemoved : lookup, creditsLeft, isLeadKept: keep };
    const refusal = await noteFetched(tx, contact, fetched);
    if (keep && (await updateSearch(tx, contact, refusal))) await queue.enqueue(tx, advanceCampaign, { campaignId });
    if (!later || isUnwanted) return;
    const when = { afterSeconds: later.afterSeconds, owner: { userId, campaignId } };
    await queue.enqueue(tx, confirmEmails, { backlinkId, tried: later.tried }, when);
    await noteNextCheck(tx, backlinkId, later.afterSeconds);
  });
}

/**
 * As for an email that came in time, the campaign says why an order's email is missing, and how to get it. "Get email" is one
 * way. Returns whether something changed.
 */
async function updateSearch(tx: Tx, contact: ContactRow, refusal: Refusal | undefined): Promise<boolean> {
  const { backlink_id: backlinkId } = contact;
  if (refusal && isOfOrder(contact)) return noteUnpaidSearch(tx, backlinkId, refusal);
  return !(await lacksEmail(tx, backlinkId)) && notePaidSearch(tx, backlinkId);
}
