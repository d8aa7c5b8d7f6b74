// Time-based one-time passwords (RFC 6238) with the parameters all authenticator apps support: SHA-1, 6 digits, 30 seconds.
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const periodSeconds = 30;
/** Clocks may differ by one step in either direction. */
const window = 1;
const secretBytes = 20;

export interface TotpKey {
  /** Base32, for typing into an app. */
  secret: string;
  uri: string;
  /** An SVG without # and %, because the client puts it into a data URL unescaped. */
  qrCode: string;
}

/** Creates the key of a new factor. */
export function makeTotpKey({ issuer, account }: { issuer: string; account: string }): TotpKey {
  const totp = totpOf(new Secret({ size: secretBytes }).base32, { issuer, label: account });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { ecc: 'M', pixelSize: 4, border: 2 }) };
}

/** The 30-second step of a code that is valid at this time; otherwise undefined. */
export function matchStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp }) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds });
}
