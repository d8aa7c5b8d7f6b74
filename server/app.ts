// The web server of Zeus: every route in one place.
import { Hono, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { matchedRoutes } from 'hono/route';
import { AppError } from '../shared/errors.ts';
import { maxOwnListMb } from '../shared/own-backlinks.ts';
import type { PublicSettings } from '../shared/public-settings.ts';
import { isScreen } from '../shared/screens.ts';
import { requireUser } from './auth/access-token.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { backlinkDataRoutes } from './backlinks/backlinks-data.routes.ts';
import { triageRoutes } from './backlinks/triage/triage.routes.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { testPaymentRoutes, webhookRoutes } from './billing/webhook/webhook.routes.ts';
import { campaignDataRoutes } from './campaigns/campaigns-data.routes.ts';
import { linkIndexRoutes } from './campaigns/link-index.routes.ts';
import { contactRoutes } from './contacts/contacts.routes.ts';
import { contactDataRoutes } from './contacts/contacts-data.routes.ts';
import { creditRoutes } from './credits/credits.routes.ts';
import { bestDateSupport } from './engine/search/publication-dates.ts';
import { searchSources } from './engine/search/sources.ts';
import { sourcesInUse } from './engine/sources-in-use.ts';
import { openapiRoutes } from './openapi/openapi.routes.ts';
import { pictureFileRoutes, pictureRoutes } from './pictures/pictures.routes.ts';
import type { Context } from './platform/context.ts';
import { limitBody } from './platform/http/body.ts';
import { warnOfUntrustedProxy } from './platform/http/client-ip.ts';
import { answerError, answerWrongMethod, handleError } from './platform/http/errors.ts';
import { liveRoutes } from './platform/http/live.routes.ts';
import { mailboxRoutes } from './platform/http/mailbox.routes.ts';
import { observe } from './platform/http/observe.ts';
import { operatingRoutes } from './platform/http/operating.routes.ts';
import { ownPageRoutes } from './platform/http/own-pages/own-page.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { preloadPages } from './platform/http/web-app/page-preloads.ts';
import { serveWebApp } from './platform/http/web-app/web-app.ts';
import { prospectRoutes } from './prospects/prospects.routes.ts';
import { searchResultDataRoutes } from './search-results/search-results-data.routes.ts';
import { untrustedContent } from './storage/objects/serve-object.ts';
import { storageRoutes } from './storage/storage.routes.ts';
import { userRoutes } from './users/users.routes.ts';
import { campaignRoutes } from './workflow/campaigns.routes.ts';
import { priceRoutes } from './workflow/prices/prices.routes.ts';

export interface AppOptions {
  /** The built web app; without it only the services respond. */
  webFolder?: string;
  /** Ends the event streams, so that the server can stop. */
  closing?: AbortSignal;
}

const limitMost = limitBody(1024 * 1024);
/** A full list of 10,000 rows is 0.8 MB, and more with white space. */
const limitLists = limitBody(2 * 1024 * 1024);
const limitOwnLists = limitBody(maxOwnListMb * 1024 * 1024);
/** Paths of services: an unknown one below them is an error, not a screen of the web app. */
const services = ['/api/*', '/data/*', '/files/*', '/storage/*', '/stripe/*'];

export function createApp(ctx: Context, { webFolder, closing = new AbortController().signal }: AppOptions = {}) {
  const app = new Hono();
  app.use('/storage/v1/*', untrustedContent);
  app.use(observe(ctx), securityHeaders(ctx.config), warnOfUntrustedProxy(ctx));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: answerWrongMethod }));
  app.onError(handleError(ctx.log));
  app.notFound((c) => answerError(c, new AppError('not-found', 'Nothing exists at this URL.')));

  const routes = app
    .route('/auth/v1', authRoutes(ctx))
    .route('/storage/v1', storageRoutes(ctx))
    .use(limitBodies)
    .use('/data/*', refuseUnknown, requireUser(ctx))
    .use('/api/*', refuseUnknown, requireUser(ctx))
    .route('/', userRoutes(ctx))
    .route('/', creditRoutes(ctx))
    .route('/', billingRoutes(ctx))
    .route('/', campaignRoutes(ctx))
    .route('/', priceRoutes(ctx))
    .route('/', linkIndexRoutes(ctx))
    .route('/', campaignDataRoutes(ctx))
    .route('/', prospectRoutes(ctx))
    .route('/', searchResultDataRoutes(ctx))
    .route('/', backlinkDataRoutes(ctx))
    .route('/', triageRoutes(ctx))
    .route('/', contactRoutes(ctx))
    .route('/', contactDataRoutes(ctx))
    .route('/', pictureRoutes(ctx))
    .route('/', pictureFileRoutes(ctx))
    .route('/', liveRoutes(ctx, closing))
    .route('/', webhookRoutes(ctx))
    .route('/', openapiRoutes(ctx))
    .route('/', operatingRoutes(ctx));

  if (ctx.config.mail.mailbox || ctx.config.payments.mode === 'test') app.route('/', ownPageRoutes());
  if (ctx.config.mail.mailbox) app.route('/', mailboxRoutes(ctx));
  if (ctx.config.payments.mode === 'test') app.route('/', testPaymentRoutes(ctx));
  for (const path of services) app.all(path, (c) => c.notFound());
  if (webFolder) app.use(preloadPages(webFolder));
  if (webFolder) app.use(serveWebApp(webFolder, { settings: publicSettings(ctx), isScreen }));
  return routes;
}

/** These take thousands of URLs. */
const listPaths: readonly string[] = ['/api/campaign/new', '/data/prospects/import', '/data/site-rules'];

const limitBodies: MiddlewareHandler = (c, next) => {
  if (listPaths.includes(c.req.path)) return limitOwnLists(c, next);
  return (c.req.method === 'PUT' ? limitLists : limitMost)(c, next);
};

/** An unknown path is 404 (or 405) for everyone; only then is the caller authenticated. */
const refuseUnknown: MiddlewareHandler = async (c, next) =>
  matchedRoutes(c).some(({ method }) => method !== 'ALL') ? next() : c.notFound();

function publicSettings(ctx: Context): PublicSettings {
  const sources = sourcesInUse(ctx);
  const { mail, practice, browserServices } = ctx.config;
  return {
    supportEmail: mail.support,
    mailbox: mail.mailbox,
    practice,
    traffic: !sources.unknown.includes('traffic'),
    places: sources.search.some((name) => name !== 'zeus-own'),
    dates: bestDateSupport(searchSources(ctx)),
    sources,
    services: browserServices,
  };
}

export type App = ReturnType<typeof createApp>;
