// Addresses that their owners throw away after use.

import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import type { MailAddress } from './parse-address.ts';

// The list of github.com/disposable-email-domains (CC0), 8,900 domains in the release of September 2026. It is curated:
// domains are added only with proof, and services that ordinary people use are kept out.
let disposable: ReadonlySet<string> | undefined;

/** Whether the domain or one of its parents is a disposable email service. */
export function isDisposable({ domain }: MailAddress): boolean {
  disposable ??= disposableEmailBlocklistSet();
  const labels = domain.split('.');
  return labels.some((_, i) => i < labels.length - 1 && disposable?.has(labels.slice(i).join('.')) === true);
}
