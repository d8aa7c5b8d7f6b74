// Asks about an address that cannot exist, after the one in question was accepted: in a separate transaction, and in a separate
// connection if the operator allows one recipient only or gave no answer in the first.

import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { isGood } from '../smtp/converse.ts';
import type { HostParts, HostQuestion } from './host-question.ts';
import { type CheckContext, isGreylisted, isUnclear } from './judge-outcome.ts';
import { type Talked, talk, talkFurther } from './talk.ts';

/**
 * Undefined when there is no need to ask. The first conversation is closed afterwards unless it is the one returned.
 * Throws only the signal's reason.
 */
export async function askRandom(
  parts: HostParts,
  { random, ...question }: HostQuestion,
  { first, context }: { first: Talked; context: CheckContext },
): Promise<Talked | undefined> {
  const { outcome, line } = first;
  if (random === undefined || outcome.kind !== 'answered') return undefined;
  const isWaiting = isGreylisted(outcome.reply, context);
  if (!isGood(outcome.reply) && !isWaiting) return undefined;
  const aboutRandom = { ...question, order: { ...question.order, recipient: random } };
  if (!context.operator.isOnePerConnection) {
    const second = await talkFurther(aboutRandom, line).catch(async (error: unknown) => {
      await line.close();
      throw error;
    });
    // A greylisting server starts counting when it first hears of a recipient, so naming it was enough.
    if (isWaiting || isConclusive(second, context)) return second;
  }
  await line.close();
  try {
    return await talk(parts, aboutRandom);
  } catch (error) {
    question.signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return { line, outcome: { kind: 'broke', step: 'greeting', fault: 'closed', tls: false } };
  }
}

/** Whether asking again in another connection would reveal nothing new. */
function isConclusive({ outcome }: Talked, context: CheckContext): boolean {
  if (outcome.kind !== 'answered') return false;
  const { reply } = outcome;
  return isGood(reply) || (reply.code >= 500 && !isUnclear(reply, context)) || isGreylisted(reply, context);
}
