// What we record of a reply, and whether its operator wants to be left alone.

import type { MailOperator } from '../operators/mail-operators.ts';
import { classifyEarlyRefusal, classifyRefusal, operatorRefusal } from '../smtp/classify-reply.ts';
import { isGood, type Outcome } from '../smtp/converse.ts';
import { anonymousText, type Reply } from '../smtp/reply.ts';
import type { RawReply } from '../stores/mail-replies.store.ts';

const HOUR = 3600;
// A listing is lifted within hours at best; senders that ask too often are let in again sooner.
const REST_SECONDS = { listed: 6 * HOUR, throttled: HOUR };

export interface Said {
  at: Date;
  mxHost: string;
  operator: MailOperator;
  stage: 'recipient' | 'random';
  recipient: string;
  sender: string;
  /** Other addresses were checked before in the same connection: it may be too much for it, but not for the operator. */
  isFurther: boolean;
}

export interface SeenReply {
  raw: RawReply;
  /** Set when the whole operator should be left alone for this long. */
  restSeconds?: number;
}

/** Undefined when the server did not reply. */
export function readReply(outcome: Outcome, said: Said): SeenReply | undefined {
  if (outcome.kind !== 'answered' && outcome.kind !== 'turned-away') return undefined;
  const { at, mxHost, operator, recipient } = said;
  const { reply } = outcome;
  const stage = outcome.kind === 'turned-away' ? outcome.step : said.stage;
  const raw = { at, mxHost, operator: operator.id, stage, code: reply.code, reply: anonymousText(reply, said) };
  const refusal = operatorRefusal(reply, recipient);
  const isRest = refusal !== undefined && !(refusal === 'throttled' && said.isFurther);
  return {
    raw: { ...raw, judged: judged(outcome.kind, reply, said) },
    restSeconds: isRest ? REST_SECONDS[refusal] : undefined,
  };
}

function judged(kind: 'answered' | 'turned-away', reply: Reply, { recipient, sender, operator }: Said): string {
  if (kind === 'turned-away') return classifyEarlyRefusal(reply);
  if (reply.code < 400) return isGood(reply) ? 'accepted' : 'not understood';
  return classifyRefusal(reply, { recipient, sender, rules: operator.rules });
}
