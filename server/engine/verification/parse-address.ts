// Reads an address the way mail servers do (RFC 5321, 5322, 6531) and refuses everything else. Only what has passed here
// is ever written to a mail server, and it holds no space, control character, quote or angle bracket.

import { domainToASCII } from 'node:url';

export interface MailAddress {
  /** As it is written to the server: local part in its letter case, domain in ASCII and lower case. */
  address: string;
  local: string;
  domain: string;
  /** The local part has letters beyond ASCII: the server must know SMTPUTF8. */
  needsUnicode: boolean;
}

export type AddressProblem =
  | 'empty'
  | 'no-at'
  | 'too-long'
  | 'bad-local-part'
  | 'quoted-local-part'
  | 'ip-address'
  | 'bad-domain';

export type ParsedAddress = { ok: true; address: MailAddress } | { ok: false; problem: AddressProblem };

// RFC 5321, section 4.5.3.1, and its erratum 1690: the path of 256 octets counts its angle brackets. All in octets.
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const MAX_ADDRESS = 254;

// RFC 5322 atext, and letters, marks and digits of any script (RFC 6531); nothing invisible, no symbols, no emoji.
const ATOM = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
const QUOTED = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;
const DOMAIN_LETTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Never throws; spaces around the address are forgiven, nothing else is. */
export function parseAddress(given: string): ParsedAddress {
  const text = given.trim().normalize('NFC');
  if (text === '') return refuse('empty');
  // Before any pattern runs, so that a very long text costs nothing.
  if (text.length > 1_000) return refuse('too-long');
  const at = text.lastIndexOf('@');
  if (at < 0) return refuse('no-at');
  const local = text.slice(0, at);
  const domain = parseDomain(text.slice(at + 1));
  if (typeof domain !== 'string') return refuse(domain.problem);
  const problem = problemOfLocal(local);
  if (problem !== undefined) return refuse(problem);
  const address = `${local}@${domain}`;
  if (Buffer.byteLength(address) > MAX_ADDRESS) return refuse('too-long');
  return { ok: true, address: { address, local, domain, needsUnicode: /[^\x20-\x7e]/.test(local) } };
}

const refuse = (problem: AddressProblem): ParsedAddress => ({ ok: false, problem });

function problemOfLocal(local: string): AddressProblem | undefined {
  if (Buffer.byteLength(local) > MAX_LOCAL) return 'too-long';
  if (QUOTED.test(local)) return 'quoted-local-part';
  // Splitting also refuses a dot at either end and two in a row.
  return local.split('.').every((atom) => ATOM.test(atom)) ? undefined : 'bad-local-part';
}

function parseDomain(given: string): string | { problem: AddressProblem } {
  if (given.startsWith('[')) return { problem: 'ip-address' };
  if (!DOMAIN_LETTERS.test(given)) return { problem: 'bad-domain' };
  const domain = domainToASCII(given).toLowerCase();
  if (domain.length > MAX_DOMAIN) return { problem: 'too-long' };
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return { problem: 'bad-domain' };
  // No top-level domain is a number, so such a name is an IP address in one of its forms.
  return /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '') ? { problem: 'ip-address' } : domain;
}
