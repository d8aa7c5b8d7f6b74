import { expect, test } from 'vitest';
import { authForTests, linkToken, site } from '../test/auth.ts';
import { createUser } from './admin/create-user.ts';
import { inviteUser } from './admin/invite-user.ts';
import { cleanUp } from './clean-up.job.ts';

const t = authForTests();

const counts = () => t.db.sql`
  select (select count(*) from auth.one_time_tokens) as links, (select count(*) from auth.sessions) as sessions,
    (select count(*) from auth.refresh_tokens) as tokens, (select count(*) from auth.users) as users,
    (select count(*) from auth.rate_limits) as limits, (select count(*) from auth.audit_entries) as entries`;

test('removes what has expired and nothing else, however often it runs', async () => {
  const member = t.person();
  await member.client.signUp(member);
  await t.ask(`/verify?type=signup&token=${linkToken((await t.mailsTo(member.email)).at(-1))}`);
  await member.client.signInWithPassword(member);
  await member.client.refreshSession();
  await t.client().signUp({ email: t.person().email, password: 'a good password' });
  await t.mailsTo('');
  const [before] = await counts();
  await cleanUp(t.auth);
  const [after] = await counts();
  // A limit by the second may expire meanwhile; those by the hour stay.
  expect(after).toMatchObject({ ...before, limits: expect.anything() });
  expect(Number(after?.limits)).toBeGreaterThan(0);
  expect(before).toMatchObject({ links: 1, sessions: 2, tokens: 3, users: 2 });
  t.pass(2 * 3600);
  await cleanUp(t.auth);
  expect((await counts())[0]).toMatchObject({ links: 0, sessions: 2, tokens: 3, users: 2, limits: 0 });
  t.pass(31 * 24 * 3600);
  await cleanUp(t.auth);
  expect((await counts())[0]).toMatchObject({ sessions: 2, tokens: 2, users: 1 });
  t.pass(400 * 24 * 3600);
  for (let n = 0; n < 2; n += 1) await cleanUp(t.auth);
  expect((await counts())[0]).toMatchObject({ links: 0, sessions: 0, tokens: 0, users: 1, entries: 0 });
});

test('removes only accounts that no one but a stranger has touched', async () => {
  const signedUp = async () => {
    const { client, email, password } = t.person();
    await client.signUp({ email, password });
    return email;
  };
  const abandoned = await signedUp();
  const [withProfile, banned, closed, late] = [await signedUp(), await signedUp(), await signedUp(), await signedUp()];
  const { sql } = t.db;
  await sql`insert into profiles (id) select id from auth.users where email = ${withProfile}`;
  await sql`update auth.users set banned_until = now() where email = ${banned}`;
  await sql`update auth.users set deleted_at = now() where email = ${closed}`;
  const [invited, made] = [t.person().email, t.person().email];
  await inviteUser(t.auth, { email: invited, redirectTo: site });
  await createUser(t.auth, { email: made, emailConfirm: false });
  await t.mailsTo('');
  t.pass(20 * 24 * 3600);
  await t.client().resend({ type: 'signup', email: late });
  await t.mailsTo('');
  t.pass(11 * 24 * 3600);
  for (let n = 0; n < 2; n += 1) await cleanUp(t.auth);
  const kept = [withProfile, banned, closed, late, invited, made];
  const rows = await sql`select email from auth.users where email = any(${[abandoned, ...kept]}::text[])`;
  expect(rows.map(({ email }) => email).sort()).toEqual(kept.sort());
});
