// Headers on every answer. Nothing runs but our own files: no inline script or style, no other origin, no frame.
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** `production` adds HSTS; elsewhere the site is plain http on localhost. */
export function securityHeaders({ production }: { production: boolean }): MiddlewareHandler {
  const self = "'self'";
  const none = "'none'";
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: [none],
      scriptSrc: [self],
      styleSrc: [self],
      imgSrc: [self, 'data:'],
      fontSrc: [self],
      mediaSrc: [self],
      connectSrc: [self],
      manifestSrc: [self],
      formAction: [self],
      baseUri: [none],
      frameAncestors: [none],
      requireTrustedTypesFor: ["'script'"],
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
