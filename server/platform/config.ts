// Every setting of Zeus, read once from the environment into one grouped object.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlanId } from '../../shared/plan.ts';
import { readBrowserServices } from './settings/browser-services.ts';
import { parseSize } from './settings/byte-size.ts';
import { parseClickHouseUrl } from './settings/clickhouse-url.ts';
import { type Environment, readEnvironment } from './settings/environment.ts';
import { readLiveSources, readPictureServices } from './settings/live-sources.ts';
import { loadSecrets } from './settings/secrets.ts';

export type Config = ReturnType<typeof group>;

/** Reads the settings; throws ConfigError for wrong ones. Creates and stores missing secrets, except in production. */
export function loadConfig(source: Record<string, string | undefined> = process.env): Config {
  return group(readEnvironment(source));
}

/** Reads .env of the project folder. A setting in it counts only if the environment does not set it. */
export function readDotEnv(): void {
  const file = fileURLToPath(new URL('../../.env', import.meta.url));
  if (existsSync(file)) process.loadEnvFile(file);
}

function group(env: Environment) {
  const home = resolve(env.ZEUS_HOME);
  const production = env.NODE_ENV === 'production';
  const liveSources = readLiveSources(env);
  const practice = env.PRACTICE ?? (liveSources.accounts.length > 0 ? 'off' : 'on');
  const siteUrl = (env.SITE_URL ?? `http://${nameOf(env.HOST)}:${env.PORT}`).replace(/\/+$/, '');
  return {
    env: env.NODE_ENV,
    production,
    home,
    /** The key all others are derived from: see deriveKey in secrets.ts. */
    secret: env.ZEUS_SECRET ?? loadSecrets(home, ['zeus']).zeus,
    web: {
      port: env.PORT,
      host: env.HOST,
      siteUrl,
      trustedProxies: env.TRUSTED_PROXIES,
      metricsToken: env.METRICS_TOKEN,
    },
    log: { level: env.LOG_LEVEL },
    database: { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE },
    worker: { concurrency: env.WORKER_CONCURRENCY },
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? 'Zeus <zeus@localhost>',
      support: env.SUPPORT_EMAIL ?? 'support@zeus.example',
      mailbox: !env.SMTP_URL && !production,
    },
    /** Settings for checking mailboxes with mail servers. */
    mailChecks: {
      /** Addresses per day by mail operator; 0: never contacted. */
      perDay: parseChecksPerDay(env.MAIL_CHECKS_PER_DAY),
      ipv4Only: env.MAIL_CHECKS_OVER === 'ipv4',
    },
    storage: env.S3_BUCKET
      ? {
          kind: 's3' as const,
          bucket: env.S3_BUCKET,
          region: env.S3_REGION,
          endpoint: env.S3_ENDPOINT,
          accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
        }
      : { kind: 'disk' as const, folder: resolve(home, 'files') },
    uploads: { mbPerUser: env.UPLOADS_PER_USER_MB },
    payments: {
      mode: env.PAYMENTS ?? (env.STRIPE_SECRET_KEY ? 'stripe' : 'test'),
      stripeKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      /** The first price of a plan is the one that is sold; the others are what earlier subscribers pay. */
      prices: parsePrices(env.STRIPE_PRICES),
    },
    auth: {
      signup: env.AUTH_SIGNUP === 'on',
      anonymous: env.AUTH_ANONYMOUS === 'on',
      /** Whether a signed-in user may link a Google identity. */
      manualLinking: env.AUTH_MANUAL_LINKING === 'on',
      /** Where a sign-in may redirect besides the site itself: patterns, see server/auth/http/redirect-target.ts. */
      redirectUrls: env.AUTH_REDIRECT_URLS.split(/[\s,]+(?![^{\s]*\})/).filter(Boolean),
      google:
        env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
          ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET, issuer: env.GOOGLE_ISSUER }
          : undefined,
    },
    grants: {
      trial: { backlink: env.TRIAL_BACKLINK_CREDITS, email: env.TRIAL_EMAIL_CREDITS },
      offers: parseOffers(env.OFFERS),
    },
    browserServices: readBrowserServices(env.BROWSER_SERVICES),
    /** Whether Zeus works on the practice web: while no real provider is set. */
    practice: practice !== 'off' && !production,
    /** The URL of a practice web that runs separately (`npm run practice`). */
    practiceUrl: practice === 'on' || practice === 'off' ? undefined : practice,
    liveSources,
    /** The most that the partners' answers about one contact may cost. */
    emailWaterfall: { dollarsPerContact: Number(env.EMAIL_DOLLARS_PER_CONTACT) },
    /**
     * The open link index: where its files come from (empty: Common Crawl), which ClickHouse stores its pages (null: PostgreSQL),
     * its own folder, how much disk it may use, and whether PostgreSQL is Zeus's own, on the same disk.
     */
    linkIndex: {
      source: env.INDEX_SOURCE,
      clickhouse: env.INDEX_URL === undefined ? null : parseClickHouseUrl(env.INDEX_URL),
      folder: resolve(home, 'link-index'),
      diskBytes: parseSize(env.INDEX_DISK),
      isDatabaseLocal: !env.DATABASE_URL,
    },
    chromiumPath: env.CHROMIUM_PATH,
    pictures: readPictureServices(env),
  };
}

/** How a browser on this machine addresses the host we listen on. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function parsePrices(text: string): { plan: PlanId; price: string }[] {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [plan, price = ''] = entry.trim().split(':');
      return { plan: plan as PlanId, price };
    });
}

function parseChecksPerDay(text: string): Record<string, number> {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [operator = '', most] = entry.trim().split(':');
      return [operator, most === 'off' ? 0 : Number(most)];
    }),
  );
}

function parseOffers(text: string): { code: string; backlink: number; email: number }[] {
  return text
    .split(',')
    .filter((offer) => offer.trim() !== '')
    .map((offer) => {
      const [code = '', backlink, email] = offer.trim().split(':');
      return { code: code.toLowerCase(), backlink: Number(backlink), email: Number(email) };
    });
}
