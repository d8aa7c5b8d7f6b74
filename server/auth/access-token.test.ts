import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { authForTests } from '../test/auth.ts';
import { requireUser, verifyAccessToken } from './access-token.ts';
import { signServiceToken } from './service-token.ts';

const t = authForTests();
let good: string;
beforeAll(async () => {
  good = await signIn();
});

async function signIn(): Promise<string> {
  const { client, email, password } = await t.member();
  return (await client.signInWithPassword({ email, password })).data.session?.access_token ?? '';
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const payloadOf = (token: string) => decodeJwt(token);
const headerPart = () => good.split('.')[0] ?? '';
const signaturePart = () => good.split('.')[2] ?? '';

/** Signs arbitrary claims with the service's own key. */
async function sign(claims: JWTPayload, expires = '1h'): Promise<string> {
  const { kid, privateKey } = await t.auth.keys.current(t.auth.now());
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).setIssuedAt();
  return token
    .setIssuer(claims.iss ?? t.auth.baseUrl)
    .setExpirationTime(expires)
    .sign(privateKey);
}

async function strangersToken(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  const { kid } = await t.auth.keys.current(t.auth.now());
  return new SignJWT(payloadOf(good)).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
}

async function ownKeyInHeader(): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { kid } = await t.auth.keys.current(t.auth.now());
  const header = { alg: 'ES256', kid, jwk: await exportJWK(publicKey) };
  return new SignJWT(payloadOf(good)).setProtectedHeader(header).sign(privateKey);
}

async function hmacWithPublicKey(): Promise<string> {
  const [jwk] = await t.auth.keys.published();
  const pem = createPublicKey({ key: jwk ?? {}, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const text = `${encode({ alg: 'HS256', kid: jwk?.kid, typ: 'JWT' })}.${encode(payloadOf(good))}`;
  return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
}

describe('behavior 15: forgery fails with 403 bad_jwt', () => {
  test.each<[string, () => string | Promise<string>]>([
    ['alg none', () => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payloadOf(good))}.`],
    ['alg none with a signature', () => `${encode({ alg: 'none' })}.${encode(payloadOf(good))}.${signaturePart()}`],
    ['another key', strangersToken],
    ['a key of its own in the header', ownKeyInHeader],
    ['HS256 made with the public key', hmacWithPublicKey],
    [
      'changed payload',
      () => `${headerPart()}.${encode({ ...payloadOf(good), sub: randomUUID() })}.${signaturePart()}`,
    ],
    [
      'changed role',
      () => `${headerPart()}.${encode({ ...payloadOf(good), role: 'service_role' })}.${signaturePart()}`,
    ],
    ['no signature', () => `${headerPart()}.${encode(payloadOf(good))}.`],
    ['expired', () => sign(payloadOf(good), '-1s')],
    ['another issuer', () => sign({ ...payloadOf(good), iss: 'https://evil.example' })],
    ['no sub', () => sign({ role: 'authenticated', session_id: randomUUID() })],
    ['not a token', () => 'abc'],
    ['three dots', () => '...'],
    ['broken header', () => 'e30.e30.e30'],
    [
      'a key id that is not a string',
      () => `${encode({ alg: 'ES256', kid: {} })}.${encode(payloadOf(good))}.${signaturePart()}`,
    ],
    ['unknown key id', () => `${encode({ alg: 'ES256', kid: 'x' })}.${encode(payloadOf(good))}.${signaturePart()}`],
  ])('%s', async (_name, forge) => {
    const answer = await t.ask('/user', { token: await forge() });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'bad_jwt' });
  });
});

describe('other refusals', () => {
  test.each([undefined, 'Basic abc', 'Bearer', 'Bearer a b'])(
    'header %j: 401 no_authorization',
    async (authorization) => {
      const answer = await t.ask('/user', { headers: authorization ? { authorization } : {} });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 'no_authorization' });
    },
  );

  test('sub that is not a UUID: 400', async () => {
    expect((await t.ask('/user', { token: await sign({ sub: 'me' }) })).status).toBe(400);
  });

  test.each([
    ['user gone', 'user_not_found', () => ({ ...payloadOf(good), sub: randomUUID() })],
    ['session gone', 'session_not_found', () => ({ ...payloadOf(good), session_id: randomUUID() })],
    ['no session', 'session_not_found', () => ({ ...payloadOf(good), session_id: undefined })],
  ])('%s: 403 %s', async (_name, code, claims) => {
    const answer = await t.ask('/user', { token: await sign(claims()) });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code });
  });

  test("another user's session is refused", async () => {
    const other = payloadOf(await signIn());
    const answer = await t.ask('/user', { token: await sign({ ...payloadOf(good), session_id: other.session_id }) });
    expect(await answer.json()).toMatchObject({ code: 'session_not_found' });
  });
});

describe('for other services', () => {
  const app = () =>
    new Hono()
      .onError((error, c) => c.text((error as AppError).code, (error as AppError).status))
      .use(requireUser(t.auth))
      .get('/', (c) => c.json({ userId: c.get('userId'), sessionId: c.get('sessionId') }));
  const call = (authorization?: string) => app().request('/', { headers: authorization ? { authorization } : {} });

  test('requireUser refuses missing and forged tokens', async () => {
    for (const header of [undefined, 'Bearer x', 'Basic x', `Bearer ${await strangersToken()}`]) {
      const answer = await call(header);
      expect([answer.status, await answer.text()]).toEqual([401, 'signed-out']);
    }
  });

  test.each([
    ['subject', { sub: 'me' }],
    ['subject', { sub: "'; drop table auth.users" }],
    ['session', { session_id: 'mine' }],
    ['session', { session_id: 7 }],
  ])('requireUser refuses a %s that is not a UUID, although the signature is right', async (_name, claims) => {
    const answer = await call(`Bearer ${await sign({ ...payloadOf(good), ...claims })}`);
    expect([answer.status, await answer.text()]).toEqual([401, 'signed-out']);
  });

  test('a service token is not a user', async () => {
    const token = await signServiceToken(t.auth, 60);
    await expect(verifyAccessToken(t.auth, token)).rejects.toThrow(AppError);
  });

  test('requireUser identifies the user', async () => {
    const answer = await call(`Bearer ${good}`);
    expect(await answer.json()).toEqual({ userId: payloadOf(good).sub, sessionId: payloadOf(good).session_id });
  });

  test('a user with a second factor is refused until the session has passed it', async () => {
    const claims = payloadOf(good);
    const half = await sign({ ...claims, aal: 'aal1', aal_required: 'aal2' });
    await expect(verifyAccessToken(t.auth, half)).rejects.toThrow(/two-factor code/);
    const whole = await sign({ ...claims, aal: 'aal2', aal_required: 'aal2' });
    expect(await verifyAccessToken(t.auth, whole)).toMatchObject({ userId: claims.sub });
  });

  test('a valid token is refused once it has expired, cached or not', async () => {
    const token = await signIn();
    expect(await verifyAccessToken(t.auth, token)).toMatchObject({ userId: payloadOf(token).sub });
    expect(await verifyAccessToken(t.auth, token)).toMatchObject({ userId: payloadOf(token).sub });
    t.pass(3601);
    await expect(verifyAccessToken(t.auth, token)).rejects.toThrow(AppError);
    expect((await t.ask('/user', { token })).status).toBe(403);
  });
});
