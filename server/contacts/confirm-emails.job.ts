// Rechecks addresses whose mail server was still greylisting, or at our own limit, when the campaign moved on. Until then their
// rows say 'unknown'. They cost nothing even if the server confirms them, because the user has already seen them. `keep` stays
// the user's.

import { explainUnverified } from '../engine/finding/explain-unverified.ts';
import { type FinderParts, finderOf } from '../engine/finding/finder.ts';
import { mailHostOf } from '../engine/finding/guess-addresses.ts';
import type { CouldNotLook } from '../engine/finding/site-study.ts';
import type { Verification } from '../engine/verification/verification.ts';
import { confirmEmails, type Tried } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobCall, JobHandler } from '../platform/queue/job.ts';
import { toJson } from '../platform/rows/to-json.ts';
import { verificationEvidence } from './finding/contact-evidence.ts';
import { lateTry } from './finding/retry-limits.ts';
import { listUnconfirmed, noteConfirmed, noteNextCheck } from './rows/contacts.store.ts';
import { readWork } from './rows/work.store.ts';

type Parts = FinderParts & Pick<Context, 'queue'>;
type Payload = { backlinkId: string; tried?: Tried };

export function confirmEmailsJob(ctx: Parts): JobHandler<Payload> {
  return { run: (payload, call) => confirmEmailsOf(ctx, payload, call) };
}

async function confirmEmailsOf(ctx: Parts, { backlinkId, tried }: Payload, { log, signal }: JobCall): Promise<void> {
  const { db, queue, outbound } = ctx;
  const owner = await readWork(db.kysely, backlinkId);
  if (!owner) return;
  let again: CouldNotLook | undefined;
  for (const { id, email } of await listUnconfirmed(db.kysely, backlinkId)) {
    const verification = await finderOf(ctx).verifyAddress(email, { outbound, log, signal, forUser: owner.userId });
    const why = explainUnverified(verification, mailHostOf(email));
    if (why?.passesLater) again ??= why;
    else if (verification.verdict !== 'unknown') await noteConfirmed(db.kysely, confirmed(id, email, verification));
  }
  const next = again && lateTry(again, tried);
  await noteNextCheck(db.kysely, backlinkId, next?.afterSeconds);
  if (!next) return;
  const { afterSeconds, tried: triedSoFar } = next;
  await queue.enqueue(db.kysely, confirmEmails, { backlinkId, tried: triedSoFar }, { afterSeconds, owner });
}

function confirmed(id: string, email: string, verification: Verification) {
  const { verdict, evidence } = verification;
  const known = { verification: verificationEvidence(verification) };
  return { id, email, verification: verdict, verifiedAt: evidence.at, evidence: toJson(known) };
}
