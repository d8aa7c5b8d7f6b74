// Opens connections, and only to addresses the policy allows. A name is resolved here, every answer is judged, and the
// socket goes to one of the judged numbers: no second lookup happens between the check and the connection.
// One answer that is not public refuses the name as a whole, so a mix of good and bad answers gains nothing.

import { connect, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';
import type { Resolver } from './resolver.ts';
import { notPublic, type Target } from './target.ts';

/** Opens a TCP connection to an IP address. Replaced in tests, so that no packet leaves the machine. */
export type Dial = (address: string, port: number, signal: AbortSignal) => Promise<Socket>;

export type Dialer = (target: Target, signal: AbortSignal) => Promise<Socket>;

const PRACTICE_ADDRESS = '127.0.0.1';
// RFC 8305: the next address is tried when the one before has not connected for this long.
const NEXT_ATTEMPT_MS = 250;
const MAX_ATTEMPTS = 6;

/** Makes the function that connects to a target. It throws OutboundError: `refused`, `dns`, `connect`, or the signal's reason. */
export function createDialer(options: { resolve: Resolver; dial?: Dial }): Dialer {
  const dial = options.dial ?? dialTcp;
  return async (target, signal) => {
    const addresses = await allowedAddresses(target, options.resolve, signal);
    signal.throwIfAborted();
    try {
      return await firstToConnect(addresses, (address, stop) => dial(address, target.port, stop), signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new OutboundError('connect', `${target.host} does not accept connections.`, { cause: error });
    }
  };
}

async function allowedAddresses(target: Target, resolve: Resolver, signal: AbortSignal): Promise<string[]> {
  if (target.practice) return [PRACTICE_ADDRESS];
  const answers = isIP(target.host) ? [target.host] : await ask(target.host, resolve, signal);
  const own = ownAddresses();
  const bad = answers.find((address) => !isPublicAddress(address) || own.has(address));
  if (bad !== undefined) throw notPublic(target.host, new Error(`${target.host} leads to ${bad}`));
  return interleaveFamilies(answers).slice(0, MAX_ATTEMPTS);
}

async function ask(host: string, resolve: Resolver, signal: AbortSignal): Promise<string[]> {
  const answers = await unlessAborted(resolve(host), signal).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw new OutboundError('dns', `The address of ${host} could not be looked up.`, { cause: error });
  });
  if (answers.length === 0) throw new OutboundError('dns', `${host} does not exist.`, { retryable: false });
  return answers;
}

// A public number can be this very machine's; services that listen on it expect a firewall in front of them.
function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => list?.map((item) => item.address) ?? []));
}

function interleaveFamilies(addresses: string[]): string[] {
  const v6 = addresses.filter((address) => isIP(address) === 6);
  const v4 = addresses.filter((address) => isIP(address) === 4);
  return Array.from({ length: Math.max(v6.length, v4.length) }, (_, i) => [v6[i], v4[i]])
    .flat()
    .filter((address) => address !== undefined);
}

/** Tries addresses one after the other, overlapping when one is slow; the first socket wins, the rest are closed. */
async function firstToConnect(
  addresses: string[],
  open: (address: string, signal: AbortSignal) => Promise<Socket>,
  signal: AbortSignal,
): Promise<Socket> {
  const losers = new AbortController();
  const stop = () => losers.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  let won = false;
  let turn = Promise.resolve();
  const attempts = addresses.map((address) => {
    const attempt = turn.then(async () => {
      losers.signal.throwIfAborted();
      const socket = await open(address, losers.signal);
      if (!won && !signal.aborted) {
        won = true;
        return socket;
      }
      socket.destroy();
      throw signal.reason ?? new Error('another address was faster');
    });
    turn = settledOr(attempt, NEXT_ATTEMPT_MS);
    return attempt;
  });
  try {
    return await Promise.any(attempts);
  } finally {
    signal.removeEventListener('abort', stop);
    losers.abort();
  }
}

// Resolves when the attempt has failed or the time is up, whichever comes first.
function settledOr(attempt: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    attempt.then(done, done);
  });
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The real dial: a plain number goes to the system, so nothing is looked up again. Rejects when it cannot connect. */
export const dialTcp: Dial = (address, port, signal) =>
  new Promise((resolve, reject) => {
    if (isIP(address) === 0) throw new TypeError('dial takes an IP address');
    const socket = connect({ host: address, port, noDelay: true });
    const stop = () => socket.destroy(signal.reason);
    const forget = () => {
      signal.removeEventListener('abort', stop);
      socket.off('connect', connected).off('error', failed);
    };
    const connected = () => {
      forget();
      resolve(socket);
    };
    const failed = (error: Error) => {
      forget();
      reject(error);
    };
    signal.addEventListener('abort', stop, { once: true });
    socket.once('connect', connected).once('error', failed);
  });
