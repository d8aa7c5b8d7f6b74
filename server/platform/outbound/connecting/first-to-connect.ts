// Connects to a host with several addresses as in RFC 8305 ("happy eyeballs").

import { isIP, type Socket } from 'node:net';

// RFC 8305: the next address is tried if the previous one has not connected for this long.
const NEXT_ATTEMPT_MS = 250;
const MAX_ATTEMPTS = 6;
// Shared, because creating an error each time would be the most expensive part of a connection.
const FASTER = new Error('another address was faster');

/**
 * Tries addresses one after the other, overlapping when one is slow; the first socket wins, the rest are closed. Rejects if
 * none connects or the signal is aborted.
 */
export async function firstToConnect(
  addresses: string[],
  open: (address: string, signal: AbortSignal) => Promise<Socket>,
  signal: AbortSignal,
): Promise<Socket> {
  const losers = new AbortController();
  const stop = () => losers.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  let won = false;
  let turn = Promise.resolve();
  const attempts = inOrder(addresses).map((address) => {
    const attempt = turn.then(async () => {
      losers.signal.throwIfAborted();
      const socket = await open(address, losers.signal);
      if (!won && !signal.aborted) {
        won = true;
        return socket;
      }
      socket.destroy();
      throw signal.reason ?? FASTER;
    });
    turn = turn.then(() => settledOr(attempt, NEXT_ATTEMPT_MS));
    return attempt;
  });
  try {
    return await Promise.any(attempts);
  } finally {
    signal.removeEventListener('abort', stop);
    losers.abort(FASTER);
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

// Alternates between IPv6 and IPv4.
function inOrder(addresses: string[]): string[] {
  const v6 = addresses.filter((address) => isIP(address) === 6);
  const v4 = addresses.filter((address) => isIP(address) === 4);
  return Array.from({ length: Math.max(v6.length, v4.length) }, (_, i) => [v6[i], v4[i]])
    .flat()
    .filter((address) => address !== undefined)
    .slice(0, MAX_ATTEMPTS);
}
