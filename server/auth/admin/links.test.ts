// Links without emails, and invitations, through the official client with a service token.
import { beforeAll, describe, expect, test } from 'vitest';
import { authForTests, codeIn, fragmentOf, linkToken, site } from '../../test/auth.ts';
import { signServiceToken } from '../service-token.ts';

const t = authForTests();
let token: string;
let admin: ReturnType<typeof t.client>['admin'];
beforeAll(async () => {
  token = await signServiceToken(t.auth, 365 * 24 * 3600);
  admin = t.client(undefined, { headers: { Authorization: `Bearer ${token}` } }).admin;
});

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
const logIn = async (email: string, password: string) =>
  (await t.ask('/token?grant_type=password', { json: { email, password } })).status;
describe('links and invitations', () => {
  const generate = (json: object) => t.ask('/admin/generate_link', { json, token });

  test('refuses invalid combinations', async () => {
    const { email } = await t.member();
    const unknown = t.person().email;
    const cases: [object, number, string][] = [
      [{ type: 'signup', email: unknown }, 400, 'validation_failed'],
      [{ type: 'signup', email, password: 'long enough' }, 422, 'email_exists'],
      [{ type: 'invite', email }, 422, 'email_exists'],
      [{ type: 'recovery', email: unknown }, 404, 'user_not_found'],
      [{ type: 'email_change_new', email: unknown, new_email: email }, 404, 'user_not_found'],
      [{ type: 'email_change_new', email }, 400, 'validation_failed'],
      [{ type: 'email_change_new', email, new_email: email }, 400, 'validation_failed'],
      [{ type: 'telegram', email }, 400, 'validation_failed'],
      [{ type: 'magiclink' }, 400, 'validation_failed'],
    ];
    for (const [json, status, code] of cases) {
      const answer = await generate(json);
      expect([json, answer.status, await codeOf(answer)]).toEqual([json, status, code]);
    }
    const invited = await admin.inviteUserByEmail(email);
    expect([invited.error?.status, invited.error?.code]).toEqual([422, 'email_exists']);
  });

  test('each kind of link works, by link and by code, and no email is sent', async () => {
    const { email: fresh, password } = t.person();
    const signUp = await admin.generateLink({ type: 'signup', email: fresh, password });
    expect(signUp.data.properties).toMatchObject({ verification_type: 'signup', redirect_to: site });
    const followed = await t.ask((signUp.data.properties?.action_link ?? '').slice(`${site}/auth/v1`.length));
    expect(fragmentOf(followed).get('access_token')).toBeTruthy();
    expect(await logIn(fresh, password)).toBe(200);

    const recovery = await admin.generateLink({ type: 'recovery', email: fresh });
    const { email_otp: code = '' } = recovery.data.properties ?? {};
    expect((await t.client().verifyOtp({ type: 'recovery', email: fresh, token: code })).error).toBeNull();
    const magic = await admin.generateLink({
      type: 'magiclink',
      email: fresh,
      options: { redirectTo: 'https://evil.example' },
    });
    expect(magic.data.properties).toMatchObject({ verification_type: 'magiclink', redirect_to: site });
    const hash = magic.data.properties?.hashed_token ?? '';
    expect((await t.client().verifyOtp({ type: 'magiclink', token_hash: hash })).error).toBeNull();

    const moved = t.person().email;
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const change = await admin.generateLink({ type, email: fresh, newEmail: moved });
      const token_hash = change.data.properties?.hashed_token ?? '';
      expect((await t.client().verifyOtp({ type: 'email_change', token_hash })).error).toBeNull();
    }
    expect(await logIn(moved, password)).toBe(200);
    const subjects = (await t.mailsTo(fresh)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject !== 'Your email was changed')).toEqual([]);

    const stranger = await admin.generateLink({ type: 'magiclink', email: t.person().email });
    expect(stranger.data.properties?.verification_type).toBe('signup');
  });

  test('an invitation creates the account and emails a link that signs its owner in', async () => {
    const { email } = t.person();
    const { data } = await admin.inviteUserByEmail(email, { data: { team: 'red' }, redirectTo: `${site}/welcome` });
    expect(data.user).toMatchObject({ email, user_metadata: { team: 'red' } });
    expect(data.user?.invited_at).toBeTruthy();
    const [mail] = await t.mailsTo(email);
    expect(codeIn(mail)).toMatch(/^\d{6}$/);
    const entered = await t.ask(`/verify?type=invite&token=${linkToken(mail)}&redirect_to=${site}/welcome`);
    expect(fragmentOf(entered).get('access_token')).toBeTruthy();
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });

  test("an invited person does not inherit a stranger's password", async () => {
    const stranger = t.person();
    await stranger.client.signUp({ ...stranger, options: { data: { planted: true } } });
    const planted = linkToken((await t.mailsTo(stranger.email)).at(-1));
    const { data } = await admin.inviteUserByEmail(stranger.email);
    expect(data.user?.user_metadata).not.toHaveProperty('planted');
    expect(fragmentOf(await t.ask(`/verify?type=signup&token=${planted}`)).get('access_token')).toBeNull();
    const link = linkToken((await t.mailsTo(stranger.email)).at(-1));
    await t.ask(`/verify?type=invite&token=${link}`);
    expect(await logIn(stranger.email, stranger.password)).toBe(400);
  });
});
