// Conversations with a mail host: a new one, or another check in an open one.

import type { Line, Outcome } from '../smtp/converse.ts';
import { openLine } from '../smtp/converse.ts';
import type { HostParts, HostQuestion } from './host-question.ts';

export interface Talked {
  outcome: Outcome;
  line: Line;
}

type TalkParts = Pick<HostParts, 'connector' | 'limits' | 'onLine'>;
type TalkQuestion = Pick<HostQuestion, 'host' | 'order' | 'signal'>;

/** Encrypted where offered; if that fails, retried in the clear, as mail servers do among themselves. */
export async function talk(parts: TalkParts, question: TalkQuestion): Promise<Talked> {
  const first = await talkOnce(parts, question, true);
  const { outcome, line } = first;
  if (outcome.kind !== 'broke' || outcome.step !== 'starttls') return first;
  await line.close();
  return talkOnce(parts, question, false);
}

export async function talkFurther({ order, signal }: TalkQuestion, line: Line): Promise<Talked> {
  return { line, outcome: await line.ask({ ...order, wantsTls: true }, signal) };
}

async function talkOnce(parts: TalkParts, { host, order, signal }: TalkQuestion, wantsTls: boolean): Promise<Talked> {
  const { connector, limits, onLine } = parts;
  const never = new AbortController().signal;
  onLine?.(`connecting to ${host}`);
  const socket = await connector.connect({ domain: order.recipient.domain, host }, signal ?? never);
  const line = openLine(socket, { encrypt: (plain, stop) => connector.encrypt(plain, host, stop), limits, onLine });
  try {
    return { line, outcome: await line.ask({ ...order, wantsTls }, signal) };
  } catch (error) {
    await line.close();
    throw error;
  }
}
