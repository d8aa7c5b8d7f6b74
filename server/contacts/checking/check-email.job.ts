// Checks one contact's address again. A failed check leaves the verdict as it is, because it may be our own fault. A
// greylisting server is retried automatically.
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

type Parts = FinderParts & Pick<Context, 'queue'>;
type Payload = { contactId: string; tried?: Tried };

export function checkEmailJob(ctx: Parts): JobHandler<Payload> {
  return {
    run: (payload, call) => checkEmailOf(ctx, payload, call),
    async gaveUp({ contactId }) {
      const contact = await readCheck(ctx.db.kysely, contactId);
      const why = {
        message: 'Something went wrong on our side while checking the email.',
        needsOperator: true as const,
      };
      if (contact) await write(ctx, contact, { why });
    },
  };
}

async function checkEmailOf(ctx: Parts, { contactId, tried }: Payload, { log, signal }: JobCall): Promise<void> {
  const contact = await readCheck(ctx.db.kysely, contactId);
  // The first try has been made already if the user's check is no longer under way.
  if (!contact || (contact.checking_since === null && !tried)) return;
  const call = { outbound: ctx.outbound, log, signal };
  const verification = await finderOf(ctx).verifyAddress(contact.email, call, { isFresh: true });
  const why = explainUnverified(verification, mailHostOf(contact.email)) ?? whyIncomplete(contact, verification);
  await write(ctx, contact, why ? { why, tried } : { verification });
}

/** A verdict is not replaced by what Zeus knows without the partner that may have given it. */
function whyIncomplete({ verification }: CheckRow, { failure }: Verification): CouldNotLook | undefined {
  const hasVerdict = verification !== 'unknown' && verification !== 'refuses_checks';
  return failure && hasVerdict ? explainFailure(failure) : undefined;
}

type Result = { verification: Verification } | { why: CouldNotLook; tried?: Tried };

async function write(ctx: Parts, { id, email, user_id, request_id }: CheckRow, result: Result): Promise<void> {
  const at = new Date().toISOString();
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if ('verification' in result) {
      const { verdict: verification, evidence } = result.verification;
      const known = { verification: verificationEvidence(result.verification), lastCheck: { at } };
      const verdict = { verification, verifiedAt: evidence.at };
      return endCheck(tx, { id, email, verdict, nextCheckAt: null, evidence: toJson(known) });
    }
    const { why, tried } = result;
    const next = nextTry(ctx, why, tried) ?? lateTry(why, tried);
    const nextCheckAt = next ? new Date(Date.now() + next.afterSeconds * 1000) : null;
    const lastCheck = { at, message: why.message };
    await endCheck(tx, { id, email, nextCheckAt, evidence: toJson({ lastCheck }) });
    if (!next) return;
    const owner = { userId: user_id, campaignId: request_id };
    const { afterSeconds } = next;
    await ctx.queue.enqueue(tx, checkEmail, { contactId: id, tried: next.tried }, { afterSeconds, owner });
  });
}
