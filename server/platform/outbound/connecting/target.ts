// Parses a URL from a user, a page or a redirect, and decides whether it may be opened at all. The resolved addresses of names
// are checked when connecting (dialer.ts).

import { isIP } from 'node:net';
import { OutboundError } from '../outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

/** The one exception: names under .localhost at exactly this port, on loopback. */
export interface Practice {
  port: number;
  /** Its name server, as host and port, and the zone whose names are looked up there. All others are at 127.0.0.1. */
  dnsServer?: string;
  dnsZone?: string;
  /** The root of its certificates, as PEM, trusted for these names only. Without one, only http is allowed. */
  rootCertificate?: string;
}

export interface Target {
  url: URL;
  /** Lower case, without brackets or a trailing dot. */
  host: string;
  port: number;
  secure: boolean;
  practice: boolean;
}

// The fetch standard's list: ports of services that could mistake a request for their own protocol.
const BLOCKED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

// Top-level names that never lead to the public internet: RFC 6761, 6762, 7686, 8375, 9476, ICANN's .internal, and the names
// private networks use most (SSAC 045). Refused before DNS is asked.
const PRIVATE_TOP_LEVEL = 'localhost local localdomain internal intranet private corp home lan arpa onion alt'.split(
  ' ',
);
const RESERVED_TOP_LEVEL = new Set(['test', 'invalid', 'example']);
const LOCAL_TOP_LEVEL = new Set([...PRIVATE_TOP_LEVEL, ...RESERVED_TOP_LEVEL]);

// Wider than the DNS rules: names with an underscore or an edge hyphen are in use.
const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Parses and checks a URL. Throws OutboundError `bad-url` (unusable) or `refused` (policy). */
export function parseTarget(input: string | URL, practice?: Practice): Target {
  const url = parseUrl(input);
  const host = cleanHost(url);
  // Setting a part serializes the whole URL again, which costs as much as parsing it.
  if (url.hostname.endsWith('.')) url.hostname = host;
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const isPractice = port === practice?.port && host.endsWith('.localhost') && (!secure || hasTls(practice));
  if (!isPractice) judge(host, port);
  return { url, host, port, secure, practice: isPractice };
}

function hasTls({ rootCertificate }: Practice): boolean {
  return rootCertificate !== undefined;
}

/** The same for the `host:port` of a CONNECT request. Throws like parseTarget. */
export function parseAuthority(authority: string, practice?: Practice): Target {
  if (!/^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+):\d{1,5}$/i.test(authority)) {
    throw new OutboundError('bad-url', 'This is not a host and port.');
  }
  return parseTarget(`http://${authority}/`, practice);
}

function parseUrl(input: string | URL): URL {
  const url = URL.parse(String(input));
  if (url === null) throw new OutboundError('bad-url', 'This is not a valid URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('bad-url', 'Zeus only opens URLs that start with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('bad-url', 'Zeus does not open URLs that contain a user name or password.');
  }
  return url;
}

// The URL parser has already turned decimal, octal, hex, short, encoded and Unicode forms into plain addresses.
function cleanHost(url: URL): string {
  if (url.hostname.startsWith('[')) return url.hostname.slice(1, -1);
  const host = url.hostname.replace(/\.$/, '');
  if (isIP(host) === 4) return host;
  if (host.length > 253 || !NAME.test(host)) {
    throw new OutboundError('bad-url', 'This URL has no valid host name.');
  }
  return host;
}

function judge(host: string, port: number): void {
  if (BLOCKED_PORTS.has(port)) throw new OutboundError('refused', `Zeus does not open port ${port} on ${host}.`);
  const isPublic = isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
  if (!isPublic) throw notPublic(host);
}

/** Whether a name could be on the public internet at all; its resolved addresses still have to be checked. */
export function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return labels.length > 1 && !LOCAL_TOP_LEVEL.has(labels.at(-1) ?? '');
}

/**
 * Whether a URL from a form leads to a private network or a port that is never opened, which shows without a lookup. Names that
 * are reserved for documentation pass: they are harmless, and no page is found there.
 */
export function isPrivateTarget(url: string, practice?: Practice): boolean {
  try {
    parseTarget(url, practice);
    return false;
  } catch (error) {
    const topLevel = URL.parse(url)?.hostname.replace(/\.$/, '').split('.').at(-1) ?? '';
    return error instanceof OutboundError && error.code === 'refused' && !RESERVED_TOP_LEVEL.has(topLevel);
  }
}

/** The refusal for a host that is not on the public internet; details are in `cause`. */
export function notPublic(host: string, cause?: unknown): OutboundError {
  return new OutboundError('refused', `${host} is not on the public internet, so it is not opened.`, { cause });
}
