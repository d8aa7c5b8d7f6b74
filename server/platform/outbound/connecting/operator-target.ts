// Addresses the operator set, such as the base URL of a search service. They may be on a private network or this machine, where
// addresses from users and pages never lead. Uses the system's resolver, so that container names and /etc/hosts work.

import { lookup } from 'node:dns/promises';
import { OutboundError } from '../outbound-error.ts';
import type { Resolver } from './resolver.ts';
import type { Target } from './target.ts';

/** The target of a request to one of these origins. Throws OutboundError `refused` for any other. */
export function operatorTarget(address: string | URL, origins: readonly string[]): Target {
  const url = URL.parse(String(address));
  if (url === null || !origins.includes(url.origin) || url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'This address is not one that the operator has set.');
  }
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { url, host: url.hostname.replace(/^\[|\]$/g, ''), port, secure, practice: false };
}

export const systemResolver: Resolver = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);
