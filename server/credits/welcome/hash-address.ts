// One mailbox has many spellings: tags after a plus, and at some providers dots and other names of the domain. All of
// them have the same hash, which tells nobody without the secret whose mailbox it is.
import { createHmac } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { deriveKey } from '../../platform/settings/secrets.ts';

/** Providers that pass over these signs before the @, with the domains that lead to the same mailbox; the first stands for all. */
const lenient = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignored: /[._-]/g },
] as const;

/** 32 bytes, the same for every spelling of the mailbox. */
export function hashAddress({ secret }: Pick<Config, 'secret'>, address: string): Buffer {
  return createHmac('sha256', deriveKey(secret, 'granted addresses')).update(toMailbox(address)).digest();
}

/** The plainest spelling of the mailbox. */
export function toMailbox(address: string): string {
  const lower = address.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const name = lower.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  const provider = lenient.find(({ domains }) => domains.some((one) => one === domain));
  return provider ? `${name.replace(provider.ignored, '')}@${provider.domains[0]}` : `${name}@${domain}`;
}
