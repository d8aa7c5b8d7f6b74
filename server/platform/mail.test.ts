import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseForTests } from '../test/database.ts';
import { linksIn, openMail } from './mail.ts';

const log = pino({ level: 'silent' });
const db = databaseForTests();

const settings = { from: 'Zeus <zeus@zeus.example>', support: 'help@zeus.example', mailbox: true, smtpUrl: undefined };
const message = {
  to: 'ann@zeus.example',
  subject: 'Hello',
  text: 'Go to https://zeus.example/a?b=1 and http://localhost/x\n',
};

describe('without SMTP', () => {
  test('stores emails, newest first, with their links', async () => {
    const mail = openMail(settings, db, log);
    await mail.send(message);
    await mail.send({ ...message, subject: 'Second', html: '<p>x</p>' });
    const kept = await mail.kept();
    expect(kept.map(({ subject }) => subject)).toEqual(['Second', 'Hello']);
    expect(kept[1]).toMatchObject({ ...message, links: ['https://zeus.example/a?b=1', 'http://localhost/x'] });
  });

  test('keeps only the newest 200', async () => {
    const mail = openMail(settings, db, log);
    for (let i = 0; i < 205; i += 1) await mail.send({ ...message, subject: `mail ${i}` });
    const kept = await mail.kept();
    expect(kept).toHaveLength(200);
    expect(kept[0]?.subject).toBe('mail 204');
  });
});

describe('with SMTP', () => {
  let server: SMTPServer;
  const received: string[] = [];
  let refuse = false;
  let smtpUrl: string;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such user') : undefined),
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk) => {
          text += chunk;
        });
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    smtpUrl = `smtp://127.0.0.1:${port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  test('rejects an email the server refuses', async () => {
    refuse = true;
    const mail = openMail({ ...settings, smtpUrl }, db, log);
    await expect(mail.send(message)).rejects.toThrow(/no such user/);
    mail.close();
    refuse = false;
  });

  test('sends from the configured address, and a hostile subject adds no header', async () => {
    const mail = openMail({ ...settings, smtpUrl }, db, log);
    await mail.send({ ...message, subject: 'Hi\r\nBcc: everybody@zeus.example' });
    mail.close();
    expect(received[0]).toContain('From: Zeus <zeus@zeus.example>');
    expect(received[0]).not.toMatch(/^Bcc:/im);
    expect(received[0]).toContain('To: ann@zeus.example');
  });
});

test('links are found in text', () => {
  expect(linksIn('no link')).toEqual([]);
  expect(linksIn('<https://a.example/x> "https://b.example"')).toEqual(['https://a.example/x', 'https://b.example']);
});
