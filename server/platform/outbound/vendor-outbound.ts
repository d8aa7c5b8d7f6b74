// The outbound client for vendors. Paid calls go through a process of their own that outlives a killed worker (decision 60).
import type { Outbound } from './outbound.ts';

export interface VendorOutbound extends Outbound {
  /** Missing in commands and in most tests, which send paid calls themselves. */
  readonly caller?: VendorCaller;
}

export interface VendorCaller {
  /** Throws OutboundError. Stays pending once the caller is closed. */
  send(call: PaidCall, http: HttpCall): Promise<HttpReply>;
  /** The outcome is in the database, so the reply is no longer needed. */
  recorded(callId: number): void;
  /** The outcome could not be recorded: stores the reply for the next caller. */
  keep(callId: number): void;
  /** Decrypts a stored reply; undefined if it was encrypted with another secret. */
  open(call: Pick<PaidCall, 'callId' | 'hash'>, sealed: Uint8Array): KeptReply | undefined;
  /** The process that sends the calls, once there was one. */
  readonly pid: number | undefined;
}

/** A row of the ledger that is under way. */
export interface PaidCall {
  callId: number;
  /** Identifies the question, as hex. */
  hash: string;
  /** How long a reply that was not recorded is worth keeping. */
  lifetimeSeconds: number;
  /** Names of the items a batch asks about. */
  items?: readonly string[];
}

export interface HttpCall {
  url: string;
  headers: Record<string, string>;
  /** Sent by POST; without it, the call is a GET. */
  body?: string;
  /** Time limit for the whole answer. */
  timeoutMs: number;
}

export interface HttpReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface KeptReply extends HttpReply {
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  /** How long the vendor took. */
  ms: number;
  items: readonly string[];
}
