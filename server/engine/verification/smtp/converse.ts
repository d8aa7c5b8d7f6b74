// A conversation with a mail server, from its greeting to the answer about a recipient. Further recipients may follow in the
// same conversation, each in its own transaction. Nothing is ever sent: we never say DATA. judge-outcome.ts decides what the
// answers mean.

import type { Socket } from 'node:net';
import type { MailAddress } from '../parse-address.ts';
import { type Channel, openChannel } from './channel.ts';
import { ChannelError, type ChannelFault } from './line-buffer.ts';
import type { Reply } from './reply.ts';

export type Step = 'greeting' | 'hello' | 'starttls' | 'sender' | 'recipient';

export type Outcome =
  /** The server answered about the recipient. */
  | { kind: 'answered'; reply: Reply; tls: boolean }
  /** It refused before we named the recipient. */
  | { kind: 'turned-away'; step: Step; reply: Reply; tls: boolean }
  | { kind: 'no-unicode'; tls: boolean }
  | { kind: 'broke'; step: Step; fault: ChannelFault | 'tls'; tls: boolean };

export interface Order {
  /** The name we greet with. */
  hello: string;
  sender: string;
  recipient: MailAddress;
  /** Use STARTTLS if offered. */
  wantsTls: boolean;
}

export interface StepLimits {
  /** Some servers make clients wait several seconds before they greet. */
  greetingMs: number;
  replyMs: number;
  tlsMs: number;
  totalMs: number;
}

export interface ConverseTools {
  encrypt(socket: Socket, signal: AbortSignal): Promise<Socket>;
  limits: StepLimits;
  /** Called with every line, so that a person can follow. */
  onLine?: ((line: string) => void) | undefined;
}

export interface Line {
  /** Asks about one recipient. Throws only the signal's reason; after that, or after a break, it can't be used any more. */
  ask(order: Order, signal?: AbortSignal): Promise<Outcome>;
  /** Says goodbye and closes the socket. */
  close(): Promise<void>;
}

interface Talk {
  order: Order;
  tools: ConverseTools;
  /** Ends the conversation from our side. */
  cut: AbortController;
  channel: Channel;
  step: Step;
  tls: boolean;
  /** How the server answered our name; unset before the first check. */
  hello?: Reply;
  /** Commands already written whose replies come next. */
  ahead: string[];
}

/** Starts listening; says nothing before the first check. */
export function openLine(socket: Socket, tools: ConverseTools): Line {
  const cut = new AbortController();
  let talk: Talk | undefined;
  const channel = openChannel(socket, cut.signal);
  return {
    async ask(order, signal) {
      talk = talk ? { ...talk, order } : { order, tools, cut, channel, step: 'greeting', tls: false, ahead: [] };
      const stop = () => cut.abort(signal?.reason);
      const late = () => cut.abort(new ChannelError('timeout', 'it took too long'));
      const timer = setTimeout(late, tools.limits.totalMs);
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const isFurther = talk.hello !== undefined;
        const end = (isFurther ? undefined : await introduce(talk)) ?? (await nameSender(talk, isFurther));
        return end ?? (await askAbout(talk));
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error;
        return { kind: 'broke', step: talk.step, fault: error.fault, tls: talk.tls };
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      }
    },
    async close() {
      const { channel: last } = talk ?? { channel };
      last.write(['QUIT']);
      await last.close();
    },
  };
}

async function say(talk: Talk, step: Step, command: string): Promise<Reply> {
  talk.step = step;
  talk.tools.onLine?.(`> ${command}`);
  if (talk.ahead[0] === command) talk.ahead.shift();
  else talk.channel.write([command]);
  return hear(talk, talk.tools.limits.replyMs);
}

async function hear({ channel, tools }: Talk, ms: number): Promise<Reply> {
  const reply = await channel.read(ms);
  // Control characters could mess with the terminal that shows it.
  for (const line of reply.lines)
    tools.onLine?.(`< ${reply.code} ${reply.enhanced} ${line}`.replace(/[\p{C} ]+/gu, ' '));
  return reply;
}

export const isGood = ({ code }: Reply) => code >= 200 && code < 300;
const turnedAway = ({ step, tls }: Talk, reply: Reply): Outcome => ({ kind: 'turned-away', step, reply, tls });

/** Greeting, our name and encryption; returns an outcome if the conversation ends there. */
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
  talk.hello = hello;
  return undefined;
}

/** Names the sender; after an earlier check, as for another message. */
async function nameSender(talk: Talk, isFurther: boolean): Promise<Outcome | undefined> {
  const { order, hello } = talk;
  const { needsUnicode } = order.recipient;
  if (needsUnicode && !offers(hello, 'SMTPUTF8')) return { kind: 'no-unicode', tls: talk.tls };
  const mail = `MAIL FROM:<${order.sender}>${needsUnicode ? ' SMTPUTF8' : ''}`;
  const commands = isFurther ? ['RSET', mail] : [mail];
  if (offers(hello, 'PIPELINING')) sayAhead(talk, [...commands, recipientCommand(order)]);
  for (const command of commands) {
    const reply = await say(talk, 'sender', command);
    if (!isGood(reply)) return turnedAway(talk, reply);
  }
  return undefined;
}

/** Writes the next commands at once if the server supports it (RFC 2920). Its replies still come one by one. */
function sayAhead(talk: Talk, commands: string[]): void {
  talk.ahead = commands;
  talk.channel.write(commands);
}

const recipientCommand = ({ recipient }: Order) => `RCPT TO:<${recipient.address}>`;

async function greet(talk: Talk): Promise<Reply> {
  const reply = await say(talk, 'hello', `EHLO ${talk.order.hello}`);
  // Servers from before 1995 don't know EHLO.
  return /^50[0-4]$/.test(String(reply.code)) ? say(talk, 'hello', `HELO ${talk.order.hello}`) : reply;
}

const offers = (hello: Reply | undefined, extension: string) =>
  (hello?.lines ?? []).slice(1).some((line) => line.trim().toUpperCase().split(/[ =]/)[0] === extension);

/** False when the server doesn't really offer it, or when the handshake failed. */
async function startTls(talk: Talk): Promise<boolean> {
  const reply = await say(talk, 'starttls', 'STARTTLS');
  if (reply.code !== 220) return false;
  const plain = talk.channel.release();
  try {
    const inTime = AbortSignal.any([talk.cut.signal, AbortSignal.timeout(talk.tools.limits.tlsMs)]);
    const socket = await talk.tools.encrypt(plain, inTime);
    talk.channel = openChannel(socket, talk.cut.signal);
    talk.tls = true;
    return true;
  } catch {
    talk.cut.signal.throwIfAborted();
    return false;
  }
}

async function askAbout(talk: Talk): Promise<Outcome> {
  const reply = await say(talk, 'recipient', recipientCommand(talk.order));
  return { kind: 'answered', reply, tls: talk.tls };
}
