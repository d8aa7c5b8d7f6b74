// One mailbox has many spellings: tags after a plus and, at some providers, dots and alternative domains. All of them have the
// same hash, which does not reveal the mailbox without the secret.
import { createHmac } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { deriveKey } from '../../platform/settings/secrets.ts';

/** Providers that ignore these characters before the @, with the domains of the same mailbox; the first is the canonical one. */
const lenient = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
] as const;

/** 32 bytes, the same for every spelling of the mailbox. */
export function hashAddress({ secret }: Pick<Config, 'secret'>, address: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'granted addresses')).update(toMailbox(address)).digest();
}

/** The canonical spelling of the mailbox. */
export function toMailbox(address: string): string {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const name = lower.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  const provider = lenient.find(({ domains }) => domains.some((one) => one === domain));
  return provider ? `${name.replace(provider.ignored, '')}@${provider.domains[0]}` : `${name}@${domain}`;
}
