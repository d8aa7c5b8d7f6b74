// What the worker and its caller process say to each other.
import type { DatabaseAddress } from '../../../platform/db.ts';
import type { CallReport } from '../../../platform/outbound/call.ts';
import type { OutboundErrorCode } from '../../../platform/outbound/outbound-error.ts';
import type { HttpCall, HttpReply, PaidCall } from '../../../platform/outbound/vendor-outbound.ts';

/** What the caller needs to know; sent once, before any call. */
export interface CallerSetup {
  /** The vendors' addresses; it reaches nothing else. */
  origins: readonly string[];
  database: DatabaseAddress;
  /** For replies while the database cannot be reached. */
  folder: string;
  /** Encrypts replies that are stored. */
  key: Uint8Array;
}

export type ToCaller =
  | { kind: 'setup'; setup: CallerSetup }
  | { kind: 'send'; call: PaidCall; http: HttpCall }
  | { kind: 'recorded' | 'keep'; callId: number };

export type FromCaller =
  | { kind: 'ready' }
  /** For the metrics. */
  | { kind: 'report'; report: CallReport }
  | { kind: 'replied'; callId: number; reply: HttpReply }
  | { kind: 'failed'; callId: number; code: OutboundErrorCode; message: string };
