import { describe, expect, test } from 'vitest';
import { authForTests, codeIn } from '../../test/auth.ts';
import { AuthError } from '../http/auth-error.ts';
import { deleteAccount } from './delete-account.ts';

const t = authForTests();

async function signedIn() {
  const member = await t.member();
  const { data } = await member.client.signInWithPassword(member);
  return { ...member, userId: data.user?.id ?? '', token: data.session?.access_token ?? '' };
}

describe('refused', () => {
  test.each([
    [{}, 'current_password_required'],
    [{ password: 'not it' }, 'current_password_invalid'],
    [{ nonce: '123456' }, 'reauthentication_not_valid'],
  ])('%j: %s, and the account stays', async (proof, code) => {
    const { userId, token } = await signedIn();
    await expect(deleteAccount(t.auth, { userId, ...proof })).rejects.toMatchObject({ code });
    expect((await t.ask('/user', { token })).status).toBe(200);
  });
});

test('with the password, deletes everything; what remains identifies no one', async () => {
  const { userId, password, token, email } = await signedIn();
  await t.db.kysely.insertInto('profiles').values({ id: userId }).execute();
  const entry = { user_id: userId, kind: 'backlink', delta: 5, reason: 'trial' };
  await t.db.kysely.insertInto('credit_entries').values(entry).execute();
  const letters = [
    { kind: 'recover', email },
    { kind: 'reauthenticate', userId },
    { kind: 'recover', email: 'x@zeus.example' },
  ];
  for (const payload of letters)
    await t.db
      .sql`insert into dead_letters (name, payload, reason, attempts) values ('auth.send-mail', ${payload}, '', 8)`;
  await t.db.sql`insert into jobs (name, payload, due_at)
    values ('auth.send-mail', ${letters[0] ?? {}}, now() + interval '1 hour')`;
  await deleteAccount(t.auth, { userId, password });
  expect((await t.ask('/user', { token })).status).toBe(403);
  expect(await t.db.sql`select payload from dead_letters`).toEqual([{ payload: letters[2] }]);
  expect(await t.db.sql`select 1 from jobs where payload ->> 'email' = ${email}`).toEqual([]);
  const tables = await t.db.sql<{ name: string; column: string }[]>`
    select format('%I.%I', table_schema, table_name) as name, column_name as column from information_schema.columns
    where table_schema in ('auth', 'public') and (column_name = 'user_id' or table_name = 'profiles' and column_name = 'id')`;
  expect(tables.length).toBeGreaterThan(8);
  for (const { name, column } of tables) {
    const { rows } = await t.db.pool.query(`select 1 from ${name} where ${column} = $1`, [userId]);
    expect([name, rows.length]).toEqual([name, 0]);
  }
  const left = await t.db.sql`select a::text as row from auth.audit_entries a where a::text like ${`%${userId}%`}`;
  expect(left).toHaveLength(1);
  expect(JSON.stringify(left)).not.toContain(email);
});

test('succeeds while other transactions use the same rows', async () => {
  const { userId, password } = await signedIn();
  // Simulates PostgreSQL breaking a deadlock. A sequence also counts attempts that were rolled back.
  await t.db.sql`create sequence deadlocks`;
  await t.db.sql`create function end_twice() returns trigger language plpgsql as $$
    begin
      if nextval('deadlocks') <= 2 then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if;
      return old;
    end $$`;
  await t.db.sql`create trigger end_twice before delete on auth.users for each row execute function end_twice()`;
  await deleteAccount(t.auth, { userId, password });
  await t.db.sql`drop trigger end_twice on auth.users`;
  expect(await t.db.sql`select 1 from auth.users where id = ${userId}`).toEqual([]);
});

test('an account without a password is deleted with an emailed code', async () => {
  const { client, email } = t.person();
  await client.signInWithOtp({ email });
  const { data } = await client.verifyOtp({ email, token: codeIn((await t.mailsTo(email)).at(-1)), type: 'email' });
  await client.reauthenticate();
  const nonce = codeIn((await t.mailsTo(email)).at(-1));
  await deleteAccount(t.auth, { userId: data.user?.id ?? '', nonce });
  expect((await client.getUser()).error?.code).toBe('user_not_found');
});

test('deleting while the same user signs in, refreshes and makes changes causes no internal error', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { userId, email, password, token } = await signedIn();
    const [, ...answers] = await Promise.all([
      // The password change may come first; then the old password is refused, and nothing else fails.
      deleteAccount(t.auth, { userId, password }).catch((error) => expect(error).toBeInstanceOf(AuthError)),
      t.ask('/token?grant_type=password', { json: { email, password } }),
      t.ask('/user', { method: 'PUT', token, json: { data: { a: 1 } } }),
      t.ask('/user', { method: 'PUT', token, json: { password: 'another password' } }),
      t.ask('/logout', { method: 'POST', token }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
});
