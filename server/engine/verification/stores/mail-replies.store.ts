// What mail servers said, kept for 30 days so that the rules can be corrected. No address is in it.

import type { Kdb } from '../../../platform/db.ts';

export interface RawReply {
  at: Date;
  operator: string;
  mxHost: string;
  /** What was said before it; 'random': a recipient that cannot exist. */
  stage: 'greeting' | 'hello' | 'starttls' | 'sender' | 'recipient' | 'random';
  code: number;
  /** Enhanced code and text on one line, without addresses. */
  reply: string;
  /** How it was understood. */
  judged: string;
}

export const KEPT_DAYS = 30;

export const replyRow = ({ mxHost, ...reply }: RawReply) => ({ ...reply, mx_host: mxHost });

/** Removes those that are too old to matter. */
export async function forgetReplies(db: Kdb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000);
  await db.deleteFrom('mail_replies').where('at', '<', before).execute();
}
