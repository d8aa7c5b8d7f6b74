// The conversation against servers that misbehave in every way, and then against good ones.

import { describe, expect, test } from 'vitest';
import { dialTcp } from '../../../platform/outbound/connecting/dialer.ts';
import { createMailConnector } from '../../../platform/outbound/mail/mail-connector.ts';
import { parseAddress } from '../parse-address.ts';
import { drip, drop, type Said, type ServerBehavior, silent, startMailServer } from '../test/mail-server.ts';
import { type Order, openLine, type StepLimits } from './converse.ts';

const limits: StepLimits = { greetingMs: 15_000, replyMs: 15_000, tlsMs: 15_000, totalMs: 60_000 };
const hasty: StepLimits = { greetingMs: 1_500, replyMs: 1_500, tlsMs: 1_500, totalMs: 60_000 };
const TLS = '250-mx.test\n250 STARTTLS';

function addressOf(text: string) {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.address;
}
const order: Order = {
  hello: 'zeus.example',
  sender: 'verify@zeus.example',
  recipient: addressOf('mia@golf.com'),
  wantsTls: true,
};

async function talk(
  behavior: ServerBehavior | undefined,
  given: Partial<Order> = {},
  stepLimits = limits,
  signal?: AbortSignal,
) {
  const server = await startMailServer(behavior);
  const socket = await dialTcp('127.0.0.1', server.port, AbortSignal.timeout(30_000));
  const lines: string[] = [];
  const connector = createMailConnector();
  const line = openLine(socket, {
    encrypt: (plain, stop) => connector.encrypt(plain, 'mx.test', stop),
    limits: stepLimits,
    onLine: (said) => lines.push(said),
  });
  const outcome = await line.ask({ ...order, ...given }, signal).finally(line.close);
  await expect.poll(() => server.open(), { timeout: 20_000 }).toBe(0);
  return { outcome, heard: server.heard, lines };
}

const at = (step: keyof ServerBehavior, said: Said): ServerBehavior => ({
  ehlo: TLS,
  ...(step === 'rcpt' ? { rcpt: () => said } : { [step]: said }),
});
const STEPS: [keyof ServerBehavior, string][] = [
  ['greeting', 'greeting'],
  ['ehlo', 'hello'],
  ['starttls', 'starttls'],
  ['mail', 'sender'],
  ['rcpt', 'recipient'],
];

describe('a server that', () => {
  test.each(STEPS)('hangs up at %s', async (step, name) => {
    const { outcome } = await talk(at(step, drop));
    expect(outcome).toMatchObject({ kind: 'broke', step: name, fault: 'closed' });
  });

  test('goes silent at any step', async () => {
    const talks = await Promise.all(STEPS.map(([step]) => talk(at(step, silent), {}, hasty)));
    const expected = STEPS.map(([, step]) => ({ kind: 'broke', step, fault: 'timeout' }));
    expect(talks.map(({ outcome }) => outcome)).toMatchObject(expected);
  });

  test.each(STEPS)('sends garbage at %s', async (step, name) => {
    const { outcome } = await talk(at(step, 'HTTP/1.1 400 Bad Request'));
    expect(outcome).toMatchObject({ kind: 'broke', step: name, fault: 'garbage' });
  });

  test.each(STEPS)('never ends a line at %s', async (step, name) => {
    const { outcome } = await talk(at(step, (socket) => void socket.write('2'.repeat(20_000))));
    expect(outcome).toMatchObject({ kind: 'broke', step: name, fault: 'garbage' });
  });

  test.each(STEPS)('never ends its reply at %s', async (step, name) => {
    const { outcome } = await talk(at(step, (socket) => void socket.write('220-hello\r\n'.repeat(500))));
    expect(outcome).toMatchObject({ kind: 'broke', step: name, fault: 'too-much' });
  });

  test('writes endlessly before it is asked', async () => {
    const flood = '220-'.concat('x'.repeat(2_000), '\r\n').repeat(100);
    const { outcome } = await talk({ greeting: (socket) => void socket.write(flood) });
    expect(outcome).toMatchObject({ kind: 'broke', step: 'greeting', fault: 'too-much' });
  });

  test('drips one letter at a time is cut off when its time is up', async () => {
    const { outcome } = await talk({ greeting: drip('2') }, {}, { ...limits, greetingMs: 200 });
    expect(outcome).toMatchObject({ kind: 'broke', step: 'greeting', fault: 'timeout' });
  });

  test('is slow at every step is cut off when the total time is up', async () => {
    const { outcome } = await talk({ greeting: drip('220-wait\r\n') }, {}, { ...limits, totalMs: 100 });
    expect(outcome).toMatchObject({ kind: 'broke', fault: 'timeout' });
  });

  test('answers with several codes at once', async () => {
    const { outcome } = await talk({ ehlo: '250-one\n550 two' });
    expect(outcome).toMatchObject({ kind: 'broke', step: 'hello', fault: 'garbage' });
  });

  test.each<[string, ServerBehavior, string, number]>([
    ['in its greeting', { greeting: '554 5.7.1 go away' }, 'greeting', 554],
    ['for now', { greeting: '421 busy' }, 'greeting', 421],
    ['by name', { ehlo: '550 bad name' }, 'hello', 550],
    ['by old name too', { ehlo: '502 what', helo: '550 no' }, 'hello', 550],
    ['for the sender', { mail: '553 5.1.8 no such sender' }, 'sender', 553],
  ])('turns us away %s', async (_name, behavior, step, code) => {
    const { outcome, heard } = await talk(behavior);
    expect(outcome).toMatchObject({ kind: 'turned-away', step, reply: { code } });
    expect(heard.join()).not.toContain('RCPT');
  });
});

describe('STARTTLS', () => {
  test.each<[string, Said]>([
    ['is offered but refused', '454 4.7.0 TLS not available'],
    [
      'is followed by nonsense',
      (socket) => void socket.write('220 go\r\n', () => setTimeout(() => socket.write('garbage'), 50)),
    ],
    ['is followed by hanging up', (socket) => void socket.end('220 go\r\n')],
  ])('%s: distinguished from other failures', async (_name, said) => {
    const { outcome, heard } = await talk({ ehlo: TLS, starttls: said });
    expect(outcome).toMatchObject({ kind: 'broke', step: 'starttls', tls: false });
    expect(heard.join()).not.toContain('MAIL');
  });

  test('whose handshake never ends is cut off', async () => {
    const { outcome } = await talk({ ehlo: TLS, starttls: '220 go' }, {}, { ...limits, tlsMs: 150 });
    expect(outcome).toMatchObject({ kind: 'broke', step: 'starttls', fault: 'tls' });
  });

  test('with data injected before the encryption is rejected', async () => {
    const { outcome } = await talk({ ehlo: TLS, starttls: '220 go\n250-mx.test\n250 SMTPUTF8' });
    expect(outcome).toMatchObject({ kind: 'broke', step: 'starttls', fault: 'garbage' });
  });

  test('is used where offered, whatever the certificate', async () => {
    const { outcome, heard } = await talk({ ehlo: TLS });
    expect(outcome).toMatchObject({ kind: 'answered', reply: { code: 250 }, tls: true });
    expect(heard.slice(0, 3)).toEqual(['EHLO zeus.example', 'STARTTLS', 'EHLO zeus.example']);
  });

  test('is skipped when not wanted', async () => {
    const { outcome, heard } = await talk({ ehlo: TLS }, { wantsTls: false });
    expect(outcome).toMatchObject({ kind: 'answered', tls: false });
    expect(heard).not.toContain('STARTTLS');
  });
});

test('the whole conversation: name, sender, recipient, goodbye; never DATA', async () => {
  const { outcome, heard, lines } = await talk(undefined);
  expect(outcome).toMatchObject({
    kind: 'answered',
    reply: { code: 250, enhanced: '2.1.5', lines: ['Ok'] },
  });
  expect(heard).toEqual(['EHLO zeus.example', 'MAIL FROM:<verify@zeus.example>', 'RCPT TO:<mia@golf.com>', 'QUIT']);
  expect(lines).toContain('< 250 2.1.5 Ok');
});

describe('a server that takes several commands at once', () => {
  const ehlo = '250-mx.test\n250-PIPELINING\n250 SIZE 1000';

  test('gets sender and recipient together', async () => {
    // It replies to the sender only once it knows the recipient, so waiting for that reply would block.
    const rcpt: ServerBehavior['rcpt'] = () => '250 2.1.0 Sender ok\n250 2.1.5 Ok';
    const { outcome, heard } = await talk({ ehlo, mail: silent, rcpt });
    expect(outcome).toMatchObject({ kind: 'answered', reply: { code: 250, lines: ['Ok'] } });
    expect(heard).toEqual(['EHLO zeus.example', 'MAIL FROM:<verify@zeus.example>', 'RCPT TO:<mia@golf.com>', 'QUIT']);
  });

  test.each<[string, ServerBehavior, object]>([
    [
      'turns the sender away',
      { mail: '553 no', rcpt: () => '503 first MAIL' },
      { kind: 'turned-away', step: 'sender' },
    ],
    ['hangs up at the sender', { mail: drop }, { kind: 'broke', step: 'sender', fault: 'closed' }],
    ['hangs up at the recipient', { rcpt: () => drop }, { kind: 'broke', step: 'recipient', fault: 'closed' }],
    ['talks nonsense', { mail: 'what?', rcpt: () => '250 ok' }, { kind: 'broke', step: 'sender', fault: 'garbage' }],
  ])('%s: matches replies to commands', async (_name, behavior, expected) => {
    expect((await talk({ ehlo, ...behavior })).outcome).toMatchObject(expected);
  });

  test('offers it again after the encryption, or not at all', async () => {
    const offers = ['250-mx.test\n250-PIPELINING\n250 STARTTLS', '250 mx.test'];
    const hello: Said = (socket) => void socket.write(`${offers.shift()?.replaceAll('\n', '\r\n')}\r\n`);
    const { outcome, heard } = await talk({ ehlo: hello, mail: '553 5.1.8 no such sender' });
    expect(outcome).toMatchObject({ kind: 'turned-away', step: 'sender', tls: true });
    expect(heard.join()).not.toContain('RCPT');
  });

  test('gets further checks the same way', async () => {
    const server = await startMailServer({ ehlo });
    const socket = await dialTcp('127.0.0.1', server.port, AbortSignal.timeout(30_000));
    const line = openLine(socket, { encrypt: async (plain) => plain, limits });
    const ask = (address: string) => line.ask({ ...order, recipient: addressOf(address) });
    expect(await ask('tom@golf.com')).toMatchObject({ kind: 'answered', reply: { code: 550 } });
    expect(await ask('mia@golf.com')).toMatchObject({ kind: 'answered', reply: { code: 250 } });
    await line.close();
    expect(server.heard.slice(3, 6)).toEqual(['RSET', 'MAIL FROM:<verify@zeus.example>', 'RCPT TO:<mia@golf.com>']);
  });
});

test('greets an old server the old way', async () => {
  const { outcome, heard } = await talk({ ehlo: '500 what?' });
  expect(outcome).toMatchObject({ kind: 'answered', reply: { code: 250 } });
  expect(heard.slice(0, 2)).toEqual(['EHLO zeus.example', 'HELO zeus.example']);
});

test('sends non-ASCII addresses only where they are supported', async () => {
  const recipient = addressOf('jürgen@golf.de');
  const refused = await talk(undefined, { recipient });
  expect(refused.outcome).toMatchObject({ kind: 'no-unicode' });
  expect(refused.heard.join()).not.toContain('RCPT');
  const taken = await talk({ ehlo: '250-mx.test\n250-8BITMIME\n250 SMTPUTF8', rcpt: () => '250 ok' }, { recipient });
  expect(taken.outcome).toMatchObject({ kind: 'answered' });
  expect(taken.heard).toContain('MAIL FROM:<verify@zeus.example> SMTPUTF8');
  expect(taken.heard).toContain('RCPT TO:<jürgen@golf.de>');
});

test('the caller can abort at any time', async () => {
  const stop = new AbortController();
  const answer: Said = () => stop.abort(new Error('enough'));
  await expect(talk({ mail: answer }, {}, limits, stop.signal)).rejects.toThrow('enough');
});

test('never writes more than one line', async () => {
  await expect(talk(undefined, { sender: 'a@b.c>\r\nRCPT TO:<x@y.z' })).rejects.toThrow(TypeError);
});
