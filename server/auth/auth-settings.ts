// Every life time and limit of the auth service, with its reason where it is a choice of ours.

/** Seconds. */
export const lifetimes = {
  accessToken: 3600,
  /** A refresh token used again within this time is an honest race, not a theft. */
  refreshReuse: 10,
  /** A session nobody refreshed for this long is over. */
  idleSession: 90 * 24 * 3600,
  link: 3600,
  /** From opening a mail link, or from the provider's answer, to the exchange of the code. */
  flowCode: 300,
  oauthState: 300,
  challenge: 300,
  /** Older sessions change a password only with the old one or a code from the mailbox. */
  freshSession: 24 * 3600,
} as const;

export const codeDigits = 6;
/** Wrong tries per mailed code; with one mail a minute, guessing one in a million takes years. */
export const triesPerCode = 5;

export const password = { minCharacters: 8, maxBytes: 72 } as const;

/** user_metadata travels in every access token, and Node refuses headers over 16 KB. */
export const maxMetadataBytes = 4096;

/** How much may happen: `burst` at once, then one every `seconds`. */
export interface Limit {
  burst: number;
  seconds: number;
}

/** By client address. */
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
} as const satisfies Record<string, Limit>;

/** By account (its address, whether it exists or not), from anywhere. */
export const accountLimits = {
  /** 10 wrong passwords, then one a minute. */
  password: { burst: 10, seconds: 60 },
  /** 20 wrong codes, then one every five minutes, however many mails were asked for. */
  code: { burst: 20, seconds: 300 },
  factor: { burst: 10, seconds: 60 },
  /** One mail of a kind a minute … */
  mail: { burst: 1, seconds: 60 },
  /** … and no more than ten quickly, then one every ten minutes. */
  mailbox: { burst: 10, seconds: 600 },
} as const satisfies Record<string, Limit>;

/** Mails asked for by strangers, all together: keeps a flood from using this server to send spam. */
export const allMails = { burst: 500, seconds: 4 } as const satisfies Limit;
