// Checks one contact's address again. A failed check leaves the verdict as it is, because it may be our own fault. A
// greylisting server, or one at our own limit, is retried automatically. A charged address that turns out to be invalid is refunded.
import { lockBalance } from '../../credits/credits.store.ts';
import { explainUnverified } from '../../engine/finding/explain-unverified.ts';
import { type FinderParts, finderOf } from '../../engine/finding/finder.ts';
import { mailHostOf } from '../../engine/finding/guess-addresses.ts';
import { explainFailure } from '../../engine/finding/partners/partner-failure.ts';
import type { CouldNotLook } from '../../engine/finding/site-study.ts';
import type { Verification } from '../../engine/verification/verification.ts';
import { checkEmail, type Tried } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import type { JobCall, JobHandler } from '../../platform/queue/job.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import { verificationEvidence } from '../finding/contact-evidence.ts';
import { lateTry, nextTry } from '../finding/retry-limits.ts';
import { type CheckRow, endCheck, readCheck } from './checks.store.ts';
import { refundInvalidEmail } from './refund-invalid-email.ts';

type Parts = FinderParts & Pick<Context, 'queue'>;
interface Payload {
  contactId: string;
  tried?: Tried;
  /** Later tries are for the same order as the first. */
  orderedAt?: string | undefined;
}

export function checkEmailJob(ctx: Parts): JobHandler<Payload> {
  return {
    run: (payload, call) => checkEmailOf(ctx, payload, call),
    async gaveUp({ contactId }) {
      const contact = await readCheck(ctx.db.kysely, contactId);
      const why = {
        message: 'Something went wrong on our side while checking the email.',
        needsOperator: true as const,
      };
      if (contact) await writeFailure(ctx, contact, { why });
    },
  };
}

async function checkEmailOf(ctx: Parts, payload: Payload, { log, signal }: JobCall): Promise<void> {
  const { contactId, tried } = payload;
  const contact = await readCheck(ctx.db.kysely, contactId);
  // The first try has been made already if the user's check is no longer under way.
  if (!contact || (contact.checking_since === null && !tried)) return;
  const orderedAt = payload.orderedAt ?? (contact.checking_since ?? new Date()).toISOString();
  const order = `${contactId} ${orderedAt}`;
  const call = { outbound: ctx.outbound, log, signal, order, forUser: contact.user_id };
  const verification = await finderOf(ctx).verifyAddress(contact.email, call);
  const why = explainUnverified(verification, mailHostOf(contact.email)) ?? whyIncomplete(contact, verification);
  await (why ? writeFailure(ctx, contact, { why, tried, orderedAt }) : writeVerdict(ctx, contact, verification));
}

/** A verdict is not replaced by what Zeus knows without the partner that may have given it. */
function whyIncomplete({ verification }: CheckRow, { failure }: Verification): CouldNotLook | undefined {
  const hasVerdict = verification !== 'unknown' && verification !== 'refuses_checks';
  return failure && hasVerdict ? explainFailure(failure) : undefined;
}

async function writeVerdict({ db }: Parts, contact: CheckRow, verification: Verification): Promise<void> {
  const { id, email, user_id } = contact;
  const { verdict, evidence } = verification;
  const isInvalid = verdict === 'invalid';
  const known = { verification: verificationEvidence(verification), lastCheck: { at: new Date().toISOString() } };
  const ended = { verdict: { verification: verdict, verifiedAt: evidence.at }, nextCheckAt: null };
  await db.kysely.transaction().execute(async (tx) => {
    // Before any row, as everywhere.
    if (isInvalid) await lockBalance(tx, user_id, 'email');
    const isSaved = await endCheck(tx, { id, email, ...ended, evidence: toJson(known) });
    if (isSaved && isInvalid) await refundInvalidEmail(tx, contact);
  });
}

interface Failure {
  why: CouldNotLook;
  tried?: Tried;
  orderedAt?: string;
}

async function writeFailure(ctx: Parts, contact: CheckRow, { why, tried, orderedAt }: Failure): Promise<void> {
  const { id, email, user_id: userId, request_id: campaignId } = contact;
  const next = nextTry(ctx, why, tried) ?? lateTry(why, tried);
  const nextCheckAt = next ? new Date(Date.now() + next.afterSeconds * 1000) : null;
  const lastCheck = { at: new Date().toISOString(), message: why.message };
  await ctx.db.kysely.transaction().execute(async (tx) => {
    await endCheck(tx, { id, email, nextCheckAt, evidence: toJson({ lastCheck }) });
    if (!next) return;
    const when = { afterSeconds: next.afterSeconds, owner: { userId, campaignId } };
    await ctx.queue.enqueue(tx, checkEmail, { contactId: id, tried: next.tried, orderedAt }, when);
  });
}
