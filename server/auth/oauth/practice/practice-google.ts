// A simulated Google: a small OpenID server on loopback, so that sign-in with Google works on a bare machine, offline. It signs
// anyone in under any name, so it never runs in production or next to a real Google client. The page where people choose a name
// is practice-google-page.ts; browsers never talk to this server directly.
import { createHash, randomUUID } from 'node:crypto';
import type { MutableResponse, MutableToken, OAuth2Server } from 'oauth2-mock-server';
import type { AuthParts } from '../../auth.ts';
import { invalid } from '../../http/auth-error.ts';
import { type Person, setPracticeProvider } from '../providers.ts';

export interface PracticeGoogle {
  issuer: string;
  clientId: string;
  clientSecret: string;
  stop(): Promise<void>;
}

/** Codes that are never redeemed are dropped, oldest first. */
const waitingAtMost = 1_000;

/**
 * Starts it and registers it with this database's auth service. Returns undefined in production or if a Google client is
 * configured. Rejects if no port can be opened.
 */
export async function startPracticeGoogle(
  ctx: Pick<AuthParts, 'config' | 'db' | 'log'>,
): Promise<PracticeGoogle | undefined> {
  const { config, db, log } = ctx;
  if (config.production || config.auth.google) return undefined;
  const { OAuth2Server } = await import('oauth2-mock-server');
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  const issuer = `http://127.0.0.1:${server.address().port}`;
  server.issuer.url = issuer;
  const baseUrl = `${config.web.siteUrl}/auth/v1`;
  const client = { issuer, clientId: `practice-${randomUUID()}`, clientSecret: randomUUID() };
  const people = new Map<string, Person>();
  describe(server, { people, page: `${baseUrl}/practice-google` });
  setPracticeProvider(db, { name: 'google', ...client, signInAs });
  log.info({ issuer }, 'sign-in with Google is simulated: it accepts any name and address');
  return {
    ...client,
    async stop() {
      setPracticeProvider(db, null);
      await server.stop();
    },
  };

  /** Sends the browser's request and the chosen person to the server, and returns the callback URL with a code. Throws AuthError. */
  async function signInAs(request: URLSearchParams, person: Person): Promise<URL> {
    const callback = `${baseUrl}/callback`;
    if (request.get('client_id') !== client.clientId || request.get('redirect_uri') !== callback) {
      throw invalid('This practice sign-in did not come from Zeus. Please start again from the login page.');
    }
    const answer = await fetch(`${issuer}/authorize?${request}`, { redirect: 'manual' });
    await answer.body?.cancel();
    const back = new URL(answer.headers.get('location') ?? callback);
    const [oldest] = people.keys();
    if (people.size >= waitingAtMost && oldest !== undefined) people.delete(oldest);
    people.set(back.searchParams.get('code') ?? '', person);
    return back;
  }
}

/** `page` is where browsers are sent instead of straight back. */
function describe({ service }: OAuth2Server, { people, page }: { people: Map<string, Person>; page: string }): void {
  service.on('beforeWellKnownOpenIdConfiguration', ({ body }: MutableResponse) => {
    if (body) body.authorization_endpoint = page;
  });
  service.on('beforeTokenSigning', (token: MutableToken, request: { body: { code?: string } }) => {
    const person = people.get(request.body.code ?? '');
    if (person) Object.assign(token.payload, claimsOf(person));
  });
  service.on('beforeResponse', (response: MutableResponse, request: { body: { code?: string } }) => {
    // Without a person the server would make one up.
    if (!people.delete(request.body.code ?? '')) {
      Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } });
    }
  });
}

function claimsOf({ name, email }: Person) {
  // The same address is always the same person, as at Google.
  const sub = createHash('sha256').update(email).digest('hex').slice(0, 21);
  return { sub, name, email, email_verified: true };
}
