// A provider's statements about a person, as the protocol stores them.
import type { JsonObject } from '../../../../db/types.ts';
import { AuthError } from '../../http/auth-error.ts';
import { parseEmail } from '../../users/email-address.ts';

export interface Profile {
  provider: string;
  /** The provider's id for the person, which never changes. */
  subject: string;
  email: string;
  /** True if the provider has checked that the address belongs to the person. */
  verified: boolean;
  data: JsonObject;
}

const longestText = 500;

/** Reads the claims of an ID token or of userinfo. Throws AuthError if there is no usable subject or address. */
export function readProfile(provider: string, claims: Record<string, unknown>): Profile {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && value.length <= longestText ? value.toWellFormed().replaceAll('\0', '') : '';
  };
  const subject = text('sub');
  if (!subject) throw unusable(`${provider} did not say who signed in`);
  const email = readEmail(provider, text('email'));
  const verified = claims.email_verified === true;
  const [name, picture, hd] = [text('name'), text('picture'), text('hd')];
  const data: JsonObject = {
    iss: text('iss'),
    sub: subject,
    email,
    email_verified: verified,
    phone_verified: false,
    provider_id: subject,
    ...(name ? { name, full_name: name } : {}),
    ...(picture ? { picture, avatar_url: picture } : {}),
    ...(hd ? { custom_claims: { hd } } : {}),
  };
  return { provider, subject, email, verified, data };
}

function readEmail(provider: string, given: string): string {
  try {
    return parseEmail(given);
  } catch {
    throw unusable(`${provider} did not give a usable email address`);
  }
}

function unusable(message: string): AuthError {
  return new AuthError(422, 'bad_oauth_callback', `Error getting user profile from external provider: ${message}`);
}
