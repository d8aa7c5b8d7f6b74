// What mail servers said, kept for 30 days so that the rules can be corrected. Contains no addresses.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';

export interface RawReply {
  at: Date;
  operator: string;
  mxHost: string;
  /** What we sent before it; 'random': a recipient that cannot exist. */
  stage: 'greeting' | 'hello' | 'starttls' | 'sender' | 'recipient' | 'random';
  code: number;
  /** Enhanced code and text on one line, without addresses. */
  reply: string;
  /** How we interpreted it. */
  judged: string;
  /** The user whose check it was. */
  forUser?: string | undefined;
}

export const KEPT_DAYS = 30;

export const replyRow = ({ mxHost, forUser, ...reply }: RawReply) => ({ ...reply, mx_host: mxHost, for_user: forUser });

/** Deletes replies that are too old. */
export async function forgetReplies(db: Kdb, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000);
  await db.deleteFrom('mail_replies').where('at', '<', before).execute();
}

export interface OperatorUse {
  operator: string;
  addresses: number;
  unknown: number;
}

/** The operators asked most in the last 24 hours, at most a hundred. */
export async function listBusiestOperators(db: Kdb, now: Date): Promise<OperatorUse[]> {
  const { rows } = await sql<OperatorUse>`
    select operator, count(*)::int as addresses, count(*) filter (where judged = 'no-such-mailbox')::int as unknown
    from mail_replies where stage = 'recipient' and at > ${now}::timestamptz - interval '24 hours'
    group by operator order by addresses desc, operator limit 100`.execute(db);
  return rows;
}

/** The latest replies of an operator's servers, newest first. */
export function listReplies(db: Kdb, operator: string) {
  return db
    .selectFrom('mail_replies')
    .select(['at', 'mx_host', 'stage', 'code', 'reply', 'judged'])
    .where('operator', '=', operator)
    .orderBy('at', 'desc')
    .limit(100)
    .execute();
}
