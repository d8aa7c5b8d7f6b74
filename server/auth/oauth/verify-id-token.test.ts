import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fragmentOf } from '../../test/auth.ts';
import { googleForTests, startTestGoogle } from '../../test/google.ts';

const { google, t } = googleForTests();

const someone = () => ({ sub: randomUUID(), email: `${randomUUID()}@zeus.example`, email_verified: true });

describe('id_token grant', () => {
  const grant = (json: object) => t.ask('/token?grant_type=id_token', { json: { provider: 'google', ...json } });

  test('refuses invalid tokens with a grant error', async () => {
    const person = someone();
    const good = await google.idToken(person);
    const forged = await startTestGoogle();
    const foreign = await forged.idToken({ ...person, iss: google.env.GOOGLE_ISSUER });
    await forged.close();
    const cases: [object, string][] = [
      [{}, 'id_token required'],
      [{ id_token: 'x' }, 'Bad ID token'],
      [{ id_token: 'a.b.c' }, 'Bad ID token'],
      [{ id_token: foreign }, 'Bad ID token'],
      [{ id_token: `${good.slice(0, -4)}AAAA` }, 'Bad ID token'],
      [{ id_token: await google.idToken({ ...person, aud: 'another-app' }) }, 'Unacceptable audience'],
      [{ id_token: await google.idToken({ ...person, iss: 'https://evil.example' }) }, 'Bad ID token'],
      [{ id_token: await google.idToken({ ...person, exp: 1000 }) }, 'expired'],
      [{ id_token: good, nonce: 'given only here' }, 'nonce'],
      [{ id_token: await google.idToken({ ...person, nonce: 'in the token only' }) }, 'nonce'],
      [{ id_token: await google.idToken({ ...person, nonce: 'n' }), nonce: 'n' }, 'Nonces mismatch'],
      [{ id_token: await google.idToken({ ...person, at_hash: 'x' }), access_token: 'y' }, 'at_hash'],
    ];
    for (const [json, text] of cases) {
      const answer = await grant(json);
      expect([text, answer.status]).toEqual([text, 400]);
      const body = (await answer.json()) as { error: string; error_description: string };
      expect(body.error).toBe('invalid request');
      expect(body.error_description).toContain(text);
    }
    const other = await grant({ provider: 'github', id_token: good });
    expect([other.status, await other.json()]).toMatchObject([400, { code: 'provider_disabled' }]);
  });

  test('through the client: a session by oauth, with the same account as by redirect', async () => {
    const person = someone();
    google.become(person);
    const walked = await google.walk(t, '/authorize?provider=google');
    const read = await t.ask('/user', { token: fragmentOf(walked).get('access_token') ?? '' });
    const { id } = (await read.json()) as { id: string };
    const nonce = randomUUID();
    const token = await google.idToken({ ...person, nonce: createHash('sha256').update(nonce).digest('hex') });
    const { data, error } = await t.client().signInWithIdToken({ provider: 'google', token, nonce });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    const claims = JSON.parse(Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.amr).toMatchObject([{ method: 'oauth' }]);
  });
});
