// One conversation with a mail server, from its greeting to the answers about two recipients: the one in question and
// one that cannot exist. Nothing is ever sent: DATA is not said. What the answers mean is judged elsewhere.

import type { Socket } from 'node:net';
import type { MailAddress } from '../parse-address.ts';
import { type Channel, openChannel } from './channel.ts';
import { classifyRefusal } from './classify-reply.ts';
import { ChannelError, type ChannelFault } from './line-buffer.ts';
import type { Reply } from './reply.ts';

export type Step = 'greeting' | 'hello' | 'starttls' | 'sender' | 'recipient' | 'probe';

export type Outcome =
  /** The server spoke about the recipient; `probe` is there when the one that cannot exist was named too. */
  | { kind: 'answered'; recipient: Reply; probe?: Reply; tls: boolean }
  /** It refused before it knew whom we mean. */
  | { kind: 'turned-away'; step: Step; reply: Reply; tls: boolean }
  | { kind: 'no-unicode'; tls: boolean }
  | { kind: 'broke'; step: Step; fault: ChannelFault | 'tls'; tls: boolean };

export interface Order {
  /** The name we greet with. */
  hello: string;
  sender: string;
  recipient: MailAddress;
  /** An address of the same domain that cannot exist; left out when the domain is known to refuse such ones. */
  probe?: string | undefined;
  /** Take the server's offer of STARTTLS. */
  wantsTls: boolean;
}

export interface StepLimits {
  /** Some servers let callers wait some seconds before they greet. */
  greetingMs: number;
  replyMs: number;
  tlsMs: number;
  totalMs: number;
}

export interface ConverseTools {
  encrypt(socket: Socket, signal: AbortSignal): Promise<Socket>;
  limits: StepLimits;
  signal?: AbortSignal | undefined;
  /** Every line that is said, for a person to follow. */
  onLine?: ((line: string) => void) | undefined;
}

interface Talk {
  order: Order;
  tools: ConverseTools;
  signal: AbortSignal;
  channel: Channel;
  step: Step;
  tls: boolean;
}

/** Holds the conversation and closes the socket. Throws only the caller's signal's reason. */
export async function converse(socket: Socket, order: Order, tools: ConverseTools): Promise<Outcome> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new ChannelError('timeout', 'it took too long')), tools.limits.totalMs);
  const signal = tools.signal ? AbortSignal.any([tools.signal, late.signal]) : late.signal;
  const talk: Talk = { order, tools, signal, channel: openChannel(socket, signal), step: 'greeting', tls: false };
  try {
    return (await introduce(talk)) ?? (await askAbout(talk));
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return { kind: 'broke', step: talk.step, fault: error.fault, tls: talk.tls };
  } finally {
    clearTimeout(timer);
    talk.channel.write('QUIT');
    await talk.channel.close();
  }
}

async function say(talk: Talk, step: Step, command: string): Promise<Reply> {
  talk.step = step;
  talk.tools.onLine?.(`> ${command}`);
  talk.channel.write(command);
  return hear(talk, talk.tools.limits.replyMs);
}

async function hear({ channel, tools }: Talk, ms: number): Promise<Reply> {
  const reply = await channel.read(ms);
  // Control characters could play tricks on whoever's terminal shows it.
  for (const line of reply.lines)
    tools.onLine?.(`< ${reply.code} ${reply.enhanced} ${line}`.replace(/[\p{C} ]+/gu, ' '));
  return reply;
}

const isGood = ({ code }: Reply) => code >= 200 && code < 300;
const turnedAway = ({ step, tls }: Talk, reply: Reply): Outcome => ({ kind: 'turned-away', step, reply, tls });

/** Greeting, our name, encryption and sender; an outcome when it ends there. */
async function introduce(talk: Talk): Promise<Outcome | undefined> {
  const { order, tools } = talk;
  const greeting = await hear(talk, tools.limits.greetingMs);
  if (greeting.code !== 220) return turnedAway(talk, greeting);
  let hello = await greet(talk);
  if (isGood(hello) && order.wantsTls && offers(hello, 'STARTTLS')) {
    if (!(await startTls(talk))) return { kind: 'broke', step: 'starttls', fault: 'tls', tls: false };
    hello = await greet(talk);
  }
  if (!isGood(hello)) return turnedAway(talk, hello);
  const { needsUnicode } = order.recipient;
  if (needsUnicode && !offers(hello, 'SMTPUTF8')) return { kind: 'no-unicode', tls: talk.tls };
  const sender = await say(talk, 'sender', `MAIL FROM:<${order.sender}>${needsUnicode ? ' SMTPUTF8' : ''}`);
  return isGood(sender) ? undefined : turnedAway(talk, sender);
}

async function greet(talk: Talk): Promise<Reply> {
  const reply = await say(talk, 'hello', `EHLO ${talk.order.hello}`);
  // Servers from before 1995 do not know the word.
  return /^50[0-4]$/.test(String(reply.code)) ? say(talk, 'hello', `HELO ${talk.order.hello}`) : reply;
}

const offers = ({ lines }: Reply, extension: string) =>
  lines.slice(1).some((line) => line.trim().toUpperCase().split(/[ =]/)[0] === extension);

/** False when the server's offer was empty or the handshake failed. */
async function startTls(talk: Talk): Promise<boolean> {
  const reply = await say(talk, 'starttls', 'STARTTLS');
  if (reply.code !== 220) return false;
  const plain = talk.channel.release();
  try {
    const inTime = AbortSignal.any([talk.signal, AbortSignal.timeout(talk.tools.limits.tlsMs)]);
    const socket = await talk.tools.encrypt(plain, inTime);
    talk.channel = openChannel(socket, talk.signal);
    talk.tls = true;
    return true;
  } catch {
    talk.signal.throwIfAborted();
    return false;
  }
}

async function askAbout(talk: Talk): Promise<Outcome> {
  const { recipient, probe } = talk.order;
  const reply = await say(talk, 'recipient', `RCPT TO:<${recipient.address}>`);
  if (probe === undefined) return { kind: 'answered', recipient: reply, tls: talk.tls };
  if (isGood(reply)) {
    const answer = await say(talk, 'probe', `RCPT TO:<${probe}>`);
    return { kind: 'answered', recipient: reply, probe: answer, tls: talk.tls };
  }
  // A greylisting server counts from the first time it hears of a recipient: name the other one now as well.
  if (mayPass(reply, talk.order)) await say(talk, 'probe', `RCPT TO:<${probe}>`).catch(onlyIfAborted(talk));
  return { kind: 'answered', recipient: reply, tls: talk.tls };
}

function mayPass(reply: Reply, { recipient, sender }: Order): boolean {
  const kind = classifyRefusal(reply, { recipient: recipient.address, sender });
  return reply.code !== 421 && (kind === 'greylisted' || kind === 'deferred');
}

const onlyIfAborted =
  ({ tools }: Talk) =>
  (): void =>
    tools.signal?.throwIfAborted();
