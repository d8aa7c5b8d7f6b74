// A real OpenID server on loopback in Google's place, and the steps a browser takes through it.
import { type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll } from 'vitest';
import { base, createTestAuth, type TestAuth } from './auth.ts';

export interface GooglePerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  [claim: string]: unknown;
}

export interface TestGoogle {
  server: OAuth2Server;
  /** Settings that point the auth service at it. */
  env: Record<string, string>;
  /** Who is signed in at the provider from now on. */
  become(person: GooglePerson): void;
  /** An ID token as the provider issues it to an app. */
  idToken(claims: Record<string, unknown>): Promise<string>;
  /** The provider's response: the path of the callback with code and state. */
  consent(providerUrl: string): Promise<string>;
  /** From an /authorize path to the end: the response of the callback. */
  walk(t: TestAuth, authorizePath: string): Promise<Response>;
  close(): Promise<void>;
}

/** The auth service with this provider, for all tests of a file. */
export function googleForTests(): { google: TestGoogle; t: TestAuth } {
  const google = {} as TestGoogle;
  const t = {} as TestAuth;
  beforeAll(async () => {
    Object.assign(google, await startTestGoogle());
    Object.assign(t, await createTestAuth(google.env));
  });
  afterAll(async () => {
    await t.close();
    await google.close();
  });
  return { google, t };
}

export const clientId = 'zeus-test-client';

/** Starts it on a free port. Close it in afterAll. */
export async function startTestGoogle(): Promise<TestGoogle> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  let person: GooglePerson = { sub: 'nobody' };
  server.service.on('beforeTokenSigning', (token: MutableToken) => {
    Object.assign(token.payload, person);
  });

  async function consent(providerUrl: string): Promise<string> {
    const answer = await fetch(providerUrl, { redirect: 'manual' });
    await answer.body?.cancel();
    return (answer.headers.get('location') ?? '').slice(base.length);
  }

  return {
    server,
    env: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: 'zeus test secret',
      GOOGLE_ISSUER: server.issuer.url ?? '',
    },
    become(next) {
      person = next;
    },
    idToken: (claims) =>
      server.issuer.buildToken({
        scopesOrTransform: (_header, payload) => void Object.assign(payload, { aud: clientId, ...claims }),
      }),
    consent,
    async walk(t, authorizePath) {
      const sent = await t.ask(authorizePath);
      return t.ask(await consent(sent.headers.get('location') ?? ''));
    },
    close: () => server.stop(),
  };
}
