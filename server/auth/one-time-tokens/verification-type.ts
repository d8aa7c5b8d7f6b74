// The protocol's verification types, and which stored tokens each may use.
import { invalid } from '../http/auth-error.ts';
import type { TokenKind } from './one-time-tokens.store.ts';

const kindsByType: Record<string, TokenKind[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  magiclink: ['recovery'],
  recovery: ['recovery'],
  email_change: ['email_change_current', 'email_change_new'],
  email: ['confirmation', 'recovery'],
};

/** The kinds of token a verification type may use. Throws AuthError validation_failed. */
export function kindsOf(type: string | undefined): TokenKind[] {
  if (!type) throw invalid('Verify requires a verification type');
  const kinds = Object.hasOwn(kindsByType, type) ? kindsByType[type] : undefined;
  if (!kinds) throw invalid('Invalid email verification type');
  return kinds;
}
