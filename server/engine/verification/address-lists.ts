// What is known of an address without asking anybody: throw-away mail services and shared mailboxes.

import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { classifyAddress } from '../emails/classify.ts';
import type { MailAddress } from './parse-address.ts';

// The list of github.com/disposable-email-domains (CC0), 8,900 domains in the release of September 2026. It is curated:
// a domain is taken in only with proof, and services that ordinary people use are kept out.
let disposable: ReadonlySet<string> | undefined;

/** Whether the domain, or one above it, belongs to a throw-away mail service. */
export function isDisposable({ domain }: MailAddress): boolean {
  disposable ??= disposableEmailBlocklistSet();
  const labels = domain.split('.');
  return labels.some((_, i) => i < labels.length - 1 && disposable?.has(labels.slice(i).join('.')) === true);
}

/** Whether a role stands behind the address (info@, sales@, editor@ …) rather than a person. */
export function isRole({ local }: MailAddress): boolean {
  // The kind of address at a domain that is nobody's mail service depends on the local part alone.
  return classifyAddress(`${local.toLowerCase()}@site.invalid`) === 'generic';
}
