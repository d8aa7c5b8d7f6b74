// All lifetimes and limits of the auth service, with the reason where the value is our choice.
import { emailLinkSeconds } from '../../shared/limits.ts';

/** In seconds. */
export const lifetimes = {
  accessToken: 3600,
  /** A refresh token reused within this time is a race, not theft. */
  refreshReuse: 10,
  /** A session not refreshed for this long has ended. */
  idleSession: 90 * 24 * 3600,
  link: emailLinkSeconds,
  /** From opening an emailed link, or from the provider's answer, until the code is exchanged. */
  flowCode: 300,
  oauthState: 300,
  challenge: 300,
  /** Older sessions can change the password only with the old one or an emailed code. */
  freshSession: 24 * 3600,
} as const;

export const codeDigits = 6;
/** Wrong tries per emailed code; at one email a minute, guessing one in a million takes years. */
export const triesPerCode = 5;

export const password = { minCharacters: 8, maxBytes: 72 } as const;

/** user_metadata is part of every access token, and Node refuses headers over 16 KB. */
export const maxMetadataBytes = 4096;

/** Allows `burst` uses at once, then one every `seconds`. */
export interface Limit {
  burst: number;
  seconds: number;
}

/** Per client address. */
export const addressLimits = {
  token: { burst: 30, seconds: 2 },
  verify: { burst: 30, seconds: 10 },
  signup: { burst: 30, seconds: 10 },
  anonymous: { burst: 30, seconds: 120 },
  otp: { burst: 30, seconds: 10 },
  recover: { burst: 30, seconds: 10 },
  resend: { burst: 30, seconds: 10 },
  user: { burst: 30, seconds: 10 },
  sso: { burst: 30, seconds: 10 },
  authorize: { burst: 30, seconds: 10 },
  factors: { burst: 15, seconds: 4 },
  /** Emails requested on all paths together: a small part of allMails, so that no one uses that up from one place. */
  mail: { burst: 60, seconds: 60 },
} as const satisfies Record<string, Limit>;

/** Per account (its email address, whether the account exists or not), from any client address. */
export const accountLimits = {
  /** 10 wrong passwords, then one a minute. */
  password: { burst: 10, seconds: 60 },
  /** 20 wrong codes, then one every five minutes, however many emails were requested. */
  code: { burst: 20, seconds: 300 },
  factor: { burst: 10, seconds: 60 },
  /** One email of a kind a minute … */
  mail: { burst: 1, seconds: 60 },
  /** … and no more than ten in quick succession, then one every ten minutes. */
  mailbox: { burst: 10, seconds: 600 },
} as const satisfies Record<string, Limit>;

/** All emails sent because someone requested them: keeps this server from being used to send spam. */
export const allMails = { burst: 500, seconds: 4 } as const satisfies Limit;
