import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { authForTests, linkToken, site } from '../../test/auth.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { composeMail, mailTexts } from './mail-texts.ts';
import { sendEnqueuedMail } from './send-mail.job.ts';

const t = authForTests();

test('sends nothing to an unknown, banned or deleted user', async () => {
  const member = await t.member();
  const before = (await t.mailsTo(member.email)).length;
  await sendEnqueuedMail(t.auth, { kind: 'recover', email: 'nobody@zeus.example', redirectTo: site });
  await sendEnqueuedMail(t.auth, { kind: 'reauthenticate', userId: '00000000-0000-4000-8000-000000000000' });
  const change = (values: object) =>
    t.db.kysely.updateTable('auth.users').set(values).where('email', '=', member.email).execute();
  for (const barred of [
    { banned_until: new Date(Date.now() + 3_600_000) },
    { banned_until: null, deleted_at: new Date() },
  ]) {
    await change(barred);
    await sendEnqueuedMail(t.auth, { kind: 'recover', email: member.email, redirectTo: site });
    await sendEnqueuedMail(t.auth, {
      kind: 'sign-in',
      email: member.email,
      createUser: true,
      data: {},
      redirectTo: site,
    });
  }
  expect(await t.mailsTo(member.email)).toHaveLength(before);
});

test('a job that runs twice leaves one working link: the one emailed last', async () => {
  const { email } = await t.member();
  const order = { kind: 'recover', email, redirectTo: site } as const;
  await sendEnqueuedMail(t.auth, order);
  await sendEnqueuedMail(t.auth, order);
  const [first, second] = (await t.mailsTo(email)).slice(-2).map(linkToken);
  expect((await t.ask('/verify', { json: { type: 'recovery', token_hash: first } })).status).toBe(403);
  expect((await t.ask('/verify', { json: { type: 'recovery', token_hash: second } })).status).toBe(200);
});

test('a waiting job contains no link and no code', async () => {
  const { email } = await t.member();
  const order = { kind: 'recover', email, redirectTo: site } as const;
  await t.db.kysely.transaction().execute(async (tx) => {
    await enqueueMail(t.auth, order, tx);
    const { rows } = await sql<{ payload: unknown }>`select payload from jobs where name = 'auth.send-mail'`.execute(
      tx,
    );
    expect(rows).toEqual([{ payload: order }]);
  });
});

test('escapes what users wrote in HTML emails', () => {
  const words = mailTexts.changeEmail(
    'https://zeus.example/?a=1&b=2',
    '123456',
    '"<b>"@zeus.example',
    "x'@zeus.example",
  );
  const { html, text } = composeMail('a@zeus.example', words, 'help@zeus.example');
  expect(html).not.toContain('<b>');
  expect(html).toContain('&quot;&lt;b&gt;&quot;@zeus.example');
  expect(html).toContain('href="https://zeus.example/?a=1&amp;b=2"');
  expect(text).toContain('https://zeus.example/?a=1&b=2');
});

test('an HTML email has a title, a button for its main link, and the code', () => {
  const words = mailTexts.accountExists('https://zeus.example/login', 'https://zeus.example/reset');
  const { html = '' } = composeMail('a@zeus.example', words, 'help@zeus.example');
  expect(html).toContain('<title>You already have a Zeus account</title>');
  expect(html).toMatch(/<a href="https:\/\/zeus\.example\/login" style="[^"]*background:[^"]*">Log in<\/a>/);
  expect(html).toContain('<a href="https://zeus.example/reset">Reset your password</a>');
  const confirm = composeMail(
    'a@zeus.example',
    mailTexts.confirmSignUp('https://zeus.example/', '123456'),
    'b@c.example',
  );
  expect(confirm.html).toMatch(/Or enter this code: <strong [^>]*>123456<\/strong>/);
});

test('an account without an email is asked about the new one only', () => {
  const { lines } = mailTexts.changeEmail('https://zeus.example/', '123456', '', 'a@zeus.example');
  expect(lines).toEqual(['You asked to add a@zeus.example to your Zeus account.']);
});

test('only emails whose code the web app asks for tell their reader to enter it', () => {
  const { confirmSignUp, recover, signIn, invite, changeEmail, reauthenticate } = mailTexts;
  const url = 'https://zeus.example/';
  const textOf = (words: Parameters<typeof composeMail>[1]) =>
    composeMail('a@zeus.example', words, 'help@zeus.example').text;
  for (const words of [confirmSignUp(url, '123456'), recover(url, '123456')]) {
    expect(textOf(words)).toContain('\n\nOr enter this code: 123456\n\n');
  }
  const others = [signIn(url, '123456'), invite(url, '123456'), changeEmail(url, '123456', '', 'a@zeus.example')];
  for (const words of others) {
    expect(textOf(words)).toContain('\n\nCode, if the app you are using asks for one: 123456\n\n');
  }
  const proof = textOf(reauthenticate('123456'));
  expect(proof).toContain('\n\nCode: 123456\n\n');
  expect(proof, 'the reader may have no password').not.toContain('password');
});
