// A visit is one use of the proxy with its own login: everything one browser page does counts together, whatever number of
// requests and tunnels it opens, and ends together.

import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { OutboundErrorCode } from '../outbound-error.ts';

export interface ProxyRefusal {
  host: string;
  code: OutboundErrorCode;
  at: Date;
}

export interface ProxyVisit {
  username: string;
  password: string;
  /** What was refused: the last hundred, oldest first. */
  refusals(): ProxyRefusal[];
  /** Closes its connections and invalidates its login. */
  close(): void;
}

/** What requests and tunnels need to know about their visit. */
export interface Served {
  /** Counts the bytes of bodies and tunnels in both directions; false when the visit has used up its limit. */
  spend(bytes: number): boolean;
  noteRefusal(host: string, code: OutboundErrorCode): void;
}

export interface ProxyVisits {
  open(options?: { maxBytes?: number }): ProxyVisit;
  /** The visit whose login the request carries. */
  find(request: IncomingMessage): Served | undefined;
}

const MAX_REFUSALS = 100;

export function createVisits(): ProxyVisits {
  // By the digest of the header: a constant-time comparison for any number of logins.
  const byLogin = new Map<string, { served: Served; sockets: Set<Socket> }>();
  return {
    open({ maxBytes = Number.POSITIVE_INFINITY } = {}) {
      const username = `zeus-${randomBytes(6).toString('base64url')}`;
      const password = randomBytes(24).toString('base64url');
      const key = digest(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
      const refused: ProxyRefusal[] = [];
      const sockets = new Set<Socket>();
      let bytes = 0;
      const served: Served = {
        spend(more) {
          bytes += more;
          return bytes <= maxBytes;
        },
        noteRefusal(host, code) {
          refused.push({ host, code, at: new Date() });
          if (refused.length > MAX_REFUSALS) refused.shift();
        },
      };
      byLogin.set(key, { served, sockets });
      return {
        username,
        password,
        refusals: () => [...refused],
        close() {
          byLogin.delete(key);
          for (const socket of sockets) socket.destroy();
        },
      };
    },
    find(request) {
      const visit = byLogin.get(digest(request.headers['proxy-authorization'] ?? ''));
      if (visit !== undefined && !visit.sockets.has(request.socket)) {
        visit.sockets.add(request.socket);
        request.socket.once('close', () => visit.sockets.delete(request.socket));
      }
      return visit?.served;
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64');
