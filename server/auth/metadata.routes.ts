// Public information about the service: its settings, health and public keys.
import type { AuthSettings } from '../../shared/auth-settings.ts';
import { lifetimes } from './auth-settings.ts';
import { AuthError } from './http/auth-error.ts';
import type { Handler } from './http/endpoint.ts';
import { googleOf } from './oauth/providers.ts';

const cachedTenMinutes = 'public, max-age=600';

/** GET /settings */
export const getSettings: Handler = (auth, c) => {
  const { config } = auth;
  const google = googleOf(auth);
  return c.json({
    external: {
      anonymous_users: config.auth.anonymous,
      email: true,
      phone: false,
      google: google !== undefined,
    },
    // Our addition: sign-in with Google is simulated, and the screens say so.
    external_google_practice: google?.signInAs !== undefined,
    disable_signup: !config.auth.signup,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  } satisfies AuthSettings & Record<string, unknown>);
};

/** GET /health */
export const getHealth: Handler = (_auth, c) =>
  c.json({ version: 'v1', name: 'zeus-auth', description: 'The auth service of Zeus' });

/** GET /.well-known/jwks.json */
export const getKeySet: Handler = async ({ keys, now }, c) => {
  await keys.current(now());
  c.header('Cache-Control', cachedTenMinutes);
  return c.json({ keys: await keys.published() });
};

/** GET /.well-known/openid-configuration */
export const getOpenIdConfiguration: Handler = ({ baseUrl }, c) => {
  c.header('Cache-Control', cachedTenMinutes);
  return c.json({
    issuer: baseUrl,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    authorization_endpoint: `${baseUrl}/authorize`,
    token_endpoint: `${baseUrl}/token`,
    userinfo_endpoint: `${baseUrl}/user`,
    end_session_endpoint: `${baseUrl}/logout`,
    response_types_supported: ['code', 'token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    grant_types_supported: ['password', 'refresh_token', 'pkce', 'id_token'],
    code_challenge_methods_supported: ['S256', 'plain'],
    access_token_lifetime: lifetimes.accessToken,
  });
};

/** POST /sso */
export const refuseSso: Handler = () => {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
};
