// The environment variables of Zeus: which exist, their formats, and what production refuses. All are optional; .env.example
// lists them with their defaults.
import { z } from 'zod';
import { plans } from '../../../shared/plan.ts';
import { OperatorError } from '../operator-error.ts';
import { browserServicesPattern } from './browser-services.ts';
import { sizePattern } from './byte-size.ts';
import { parseClickHouseUrl } from './clickhouse-url.ts';
import { liveSourceVariables } from './live-sources.ts';

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `a whole number from ${least} to ${most}`)
    .transform(Number)
    .pipe(z.number().min(least).max(most));
const address = (protocol: RegExp, example: string) => z.url({ protocol, error: `an address such as ${example}` });
const url = address(/^https?$/, 'https://zeus.example');
const secret = z.string().min(32, 'at least 32 characters');
const onOff = z.enum(['on', 'off']);

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().default('localhost'),
  SITE_URL: url.refine(isOrigin, 'an address without a path or a user, such as https://zeus.example').optional(),
  ZEUS_HOME: z.string().default('.zeus'),
  ZEUS_SECRET: secret.optional(),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),

  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@localhost:5432/zeus').optional(),
  DATABASE_POOL_SIZE: whole(2, 200).default(10),

  WORKER_CONCURRENCY: whole(1, 100).default(8),

  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@smtp.example:587').optional(),
  MAIL_FROM: z.string().optional(),
  SUPPORT_EMAIL: z.email().optional(),

  MAIL_CHECKS_PER_DAY: z
    .string()
    .regex(
      /^(\s*[a-z0-9][a-z0-9.-]*:(\d{1,7}|off)\s*(,|$))*$/,
      'a list such as outlook:off,google:5000,default:500 (mail operator, or the domain of its mail servers)',
    )
    .default(''),
  MAIL_CHECKS_OVER: z.enum(['any', 'ipv4']).default('any'),

  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: url.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  UPLOADS_PER_USER_MB: whole(0, 1_000_000).default(200),

  PAYMENTS: z.enum(['stripe', 'test', 'off']).optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_').optional(),
  STRIPE_PRICES: z
    .string()
    .regex(
      new RegExp(`^(\\s*(${plans.map(({ id }) => id).join('|')}):price_\\w+\\s*(,|$))*$`),
      'a list such as starter:price_1A,growth:price_1B, as `npm run stripe-setup` prints it',
    )
    .default(''),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),

  AUTH_SIGNUP: onOff.default('on'),
  AUTH_ANONYMOUS: onOff.default('off'),
  AUTH_MANUAL_LINKING: onOff.default('on'),
  AUTH_REDIRECT_URLS: z.string().default(''),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: url.default('https://accounts.google.com'),

  TRIAL_BACKLINK_CREDITS: whole(0, 100_000).default(100),
  TRIAL_EMAIL_CREDITS: whole(0, 100_000).default(25),
  OFFERS: z
    .string()
    .regex(
      /^(\s*[\w-]+:\d{1,6}:\d{1,6}\s*(,|$))*$/,
      'a list such as launch:200:50,partner:500:500 (code, backlink and email credits)',
    )
    .default(''),

  BROWSER_SERVICES: z
    .string()
    .regex(browserServicesPattern, 'a list such as honeybadger:KEY,plausible:zeus.example,crisp:ID')
    .default(''),

  ...liveSourceVariables,
  EMAIL_DOLLARS_PER_CONTACT: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, 'an amount in dollars such as 0.25')
    .default('0.25'),
  INDEX_SOURCE: z.string().default(''),
  INDEX_URL: z
    .string()
    .refine(
      (text) => parseClickHouseUrl(text) !== null,
      'an address such as clickhouse://user:password@host1:8123,host2:8123/database?cluster=name',
    )
    .optional(),
  INDEX_DISK: z.string().regex(sizePattern, 'a size such as 50GB').default('50GB'),
  PRACTICE: z
    .string()
    .refine(
      (text) => text === 'on' || text === 'off' || url.safeParse(text).success,
      'on, off, or the address of a running practice web',
    )
    .optional(),
  CHROMIUM_PATH: z.string().optional(),
});

export type Environment = z.infer<typeof environment>;

export const environmentNames = Object.keys(environment.shape);

/** Thrown when settings are wrong; the message names every wrong variable and what was expected. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}

/** Reads the variables; throws ConfigError with one line per wrong one. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const known = Object.fromEntries(environmentNames.map((name) => [name, givenValue(name, source[name])]));
  const parsed = environment.safeParse(known);
  const problems = parsed.success ? findProblems(parsed.data) : parsed.error.issues.map(describeIssue);
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`Zeus cannot start with these settings:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  return parsed.data;
}

/**
 * Keys are often read from files that end with a line break, which a vendor would take as part of the key. Our own secret stays as it is:
 * another one would make everything unreadable that is encrypted with it.
 */
function givenValue(name: string, value = ''): string | undefined {
  return (name === 'ZEUS_SECRET' ? value : value.trim()) || undefined;
}

/** The value itself is not repeated, because it may be a secret. */
function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`;
}

/** Messages, and whether each applies. */
type Problems = Record<string, unknown>;

/** Combinations that don't work, and what production refuses. */
function findProblems(env: Environment): string[] {
  const problems = {
    ...findGaps(env),
    ...(env.NODE_ENV === 'development' && findExposed(env)),
    ...(env.NODE_ENV === 'production' && findMissing(env)),
  };
  return Object.entries(problems).flatMap(([message, isWrong]) => (isWrong ? [message] : []));
}

/** Settings that need others. */
function findGaps(env: Environment): Problems {
  const sellsByStripe = env.STRIPE_SECRET_KEY && env.PAYMENTS !== 'test' && env.PAYMENTS !== 'off';
  const unpriced = plans.filter(({ id }) => !env.STRIPE_PRICES.includes(`${id}:`)).map(({ name }) => name);
  return {
    'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both are needed when S3_BUCKET is set':
      env.S3_BUCKET && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY),
    'STRIPE_SECRET_KEY: needed when PAYMENTS is stripe': env.PAYMENTS === 'stripe' && !env.STRIPE_SECRET_KEY,
    [`STRIPE_PRICES: no price for ${unpriced.join(' and ')}; \`npm run stripe-setup\` creates and prints them`]:
      sellsByStripe && unpriced.length > 0,
    'STRIPE_WEBHOOK_SECRET: without it Zeus does not learn of payments; `npm run stripe-setup` prints it':
      sellsByStripe && !env.STRIPE_WEBHOOK_SECRET,
    'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: sign-in with Google needs both':
      !env.GOOGLE_CLIENT_ID !== !env.GOOGLE_CLIENT_SECRET,
    'DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD: DataForSEO needs both': !env.DATAFORSEO_LOGIN !== !env.DATAFORSEO_PASSWORD,
    'SNOVIO_CLIENT_ID, SNOVIO_CLIENT_SECRET: Snov.io needs both': !env.SNOVIO_CLIENT_ID !== !env.SNOVIO_CLIENT_SECRET,
    'REACHER_SECRET: Reacher needs REACHER_URL as well': env.REACHER_SECRET && !env.REACHER_URL,
  };
}

/** Development features that strangers could use. */
const findExposed = ({ SITE_URL, HOST, SMTP_URL, GOOGLE_CLIENT_ID }: Environment): Problems => ({
  'NODE_ENV: a public SITE_URL needs NODE_ENV=production; otherwise anyone could read all emails at /mailbox':
    SITE_URL && !isLocal(SITE_URL),
  'NODE_ENV: a HOST that other machines reach needs NODE_ENV=production; otherwise they could read all emails at /mailbox and sign in as anyone':
    !isLoopback(HOST) && !(SMTP_URL && GOOGLE_CLIENT_ID),
});

/** What production needs. */
const findMissing = (env: Environment): Problems => ({
  'ZEUS_SECRET: production needs a secret of its own, for example the output of: openssl rand -hex 32':
    !env.ZEUS_SECRET,
  'SITE_URL: production needs the public address of this site, such as https://zeus.example': !env.SITE_URL,
  'SMTP_URL: production must send email; the development mailbox is never shown in production': !env.SMTP_URL,
  'MAIL_FROM: production needs a sender that mail servers accept, with a domain of yours: Zeus <zeus@zeus.example>':
    !/@[^@\s]+\.[^@\s]+$/.test(env.MAIL_FROM ?? ''),
  'SUPPORT_EMAIL: production needs an address that users can write to': !env.SUPPORT_EMAIL,
  'STRIPE_SECRET_KEY: production refuses the test checkout; set the key, or PAYMENTS=off to sell nothing':
    env.PAYMENTS === 'test' || (!env.PAYMENTS && !env.STRIPE_SECRET_KEY),
});

const isLocal = (address: string) => isLoopback(new URL(address).hostname);

/** Zeus serves its pages from the root of a host. What is no address at all has another message. */
function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { pathname, search, hash, username, password } = new URL(address);
  return /^\/*$/.test(pathname) && `${search}${hash}${username}${password}` === '';
}

/** Names of this machine, where only its user can see development features. */
function isLoopback(hostname: string): boolean {
  return /(^|\.)localhost$|^127\.|^\[?::1\]?$/.test(hostname);
}
