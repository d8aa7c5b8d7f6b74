// Headers on every response. Only our own files run: no inline script or style, no other origin, no frame. Services the operator
// configures are reached by calls only; a chat loads its own script and so loosens the policy.
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config.ts';

const self = "'self'";
const none = "'none'";
/** What Crisp's own script loads and calls. */
const crispHosts = ['https://*.crisp.chat'];
const crispSockets = ['wss://*.crisp.chat'];

/** `production` adds HSTS; elsewhere the site is plain http on localhost. */
export function securityHeaders({
  production,
  browserServices: { errors, analytics, chat },
}: Pick<Config, 'production' | 'browserServices'>): MiddlewareHandler {
  const called = [errors?.endpoint, analytics?.endpoint].filter((host) => host !== undefined);
  const chatHosts = chat ? [chat.host, ...crispHosts] : [];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: [none],
      scriptSrc: [self, ...chatHosts],
      styleSrc: [self, ...(chat ? [...chatHosts, "'unsafe-inline'"] : [])],
      imgSrc: [self, 'data:', ...chatHosts],
      fontSrc: [self, ...chatHosts],
      mediaSrc: [self, ...chatHosts],
      connectSrc: [self, ...called, ...chatHosts, ...(chat ? crispSockets : [])],
      manifestSrc: [self],
      formAction: [self],
      baseUri: [none],
      frameAncestors: [none],
      ...(chat ? { frameSrc: chatHosts } : { requireTrustedTypesFor: ["'script'"] }),
    },
    strictTransportSecurity: production ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    xContentTypeOptions: 'nosniff',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
}
