// Our own verifier: asks DNS for the domain's mail servers, and then those servers themselves.

import type { Kdb } from '../../platform/db.ts';
import type { MailConnector } from '../../platform/outbound/mail/mail-connector.ts';
import type { MailExchanges } from '../../platform/outbound/mail/mail-exchanges.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { operatorOf } from './operators/operator-of.ts';
import { type PaceOf, paceWith } from './operators/pace.ts';
import { createDomainCache } from './own/domain-cache.ts';
import type { HostQuestion } from './own/host-question.ts';
import { createHostSlots } from './own/host-slots.ts';
import { ofCatchAll, refusesChecks, unknown } from './own/judge-outcome.ts';
import { probeAddress } from './own/probe-address.ts';
import { createSmtpQueues, type SmtpQueueLimits, type SmtpQueueParts, type SmtpQueues } from './own/smtp-queues.ts';
import type { MailAddress } from './parse-address.ts';
import type { StepLimits } from './smtp/converse.ts';
import { restOperator } from './stores/mail-operators.store.ts';
import type { Evidence, Finding, Verifier } from './verification.ts';

export interface OwnVerifierOptions {
  db: Kdb;
  connector: MailConnector;
  /** The name we greet with: this site's host, which should have a matching reverse DNS entry. */
  hello: string;
  /** A mailbox that exists. Not the empty sender, which allows only one recipient and which many servers refuse. */
  sender: string;
  limits?: Partial<StepLimits & SmtpQueueLimits>;
  paceOf?: PaceOf;
  /** Asked while no mail server was reached lately. Mail servers are left alone while it is closed. */
  isPortClosed?: () => Promise<boolean>;
  now?: () => Date;
  /** Every line sent to and received from mail servers. */
  onLine?: (line: string) => void;
}

// Careful servers make strangers wait up to half a minute, for the greeting or for what they say about a recipient; usual ones answer
// within a second or two.
const DEFAULT_LIMITS: StepLimits & SmtpQueueLimits = {
  greetingMs: 30_000,
  replyMs: 45_000,
  tlsMs: 10_000,
  totalMs: 60_000,
  atOnce: 3,
  pauseMs: 1_000,
  waitMs: 30_000,
  // A conversation may have five questions and a made-up address, each with its own time.
  leaseMs: 360_000,
  // The next guess follows within milliseconds, once the previous reply has been saved.
  holdMs: 150,
  // A nearby server has greeted, encrypted and answered by then.
  joinMs: 300,
};
const MAX_HOSTS = 3;
// A name without a mail server costs only a lookup, and does not count.
const MAX_NAMES = 10;
// Even with one more very slow host after it, a check ends well within the five minutes a job has.
const NO_FURTHER_HOST_AFTER_MS = 90_000;

interface Parts extends Pick<SmtpQueueParts, 'connector' | 'now' | 'paceOf'> {
  queues: SmtpQueues;
  hello: string;
  sender: string;
}

/** One per process. Throws TypeError for a greeting name or sender that does not fit on one line. */
export function createOwnVerifier(options: OwnVerifierOptions): Verifier {
  const { db, connector, hello, sender, now = () => new Date(), paceOf = paceWith(), onLine } = options;
  if (!/^[\w.:[\]-]+$/.test(hello) || !/^[^\s<>"@]+@[\w.-]+$/.test(sender)) {
    throw new TypeError('The greeting name must be a host name, and the sender an address.');
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const slots = createHostSlots({ db, limits, now, paceOf });
  const domainCache = createDomainCache(db, now);
  const rest = (about: Parameters<typeof restOperator>[1]) => restOperator(db, about);
  const queues = createSmtpQueues({ connector, now, onLine, limits, slots, domainCache, paceOf, restOperator: rest });
  const parts: Parts = { connector, now, queues, paceOf, hello, sender };
  return {
    source: 'zeus-own',
    noteDomain: domainCache.note,
    async verify(address, { signal, log, forUser }) {
      const exchanges = await lookUp(parts, address);
      if ('verdict' in exchanges) return exchanges;
      const [best = ''] = exchanges.hosts;
      const refused = refusesUnasked(parts, best);
      if (refused) return refused;
      const { known, isPortClosed, isReached } = await domainCache.of(address.domain);
      if (known?.catchAll) return ofCatchAll(operatorOf(best), known.evidence);
      const isClosed = isPortClosed || (!isReached && (await options.isPortClosed?.()));
      if (isClosed) return unknown('port-closed', { at: now().toISOString() });
      const isProbed = known === undefined;
      return askHosts(parts, { address, hosts: exchanges.hosts, isProbed, signal, log, forUser });
    },
  };
}

const NO_EXCHANGE = {
  'no-such-domain': 'no-such-domain',
  'no-address': 'no-mail-server',
  'null-mx': 'takes-no-mail',
} as const;

async function lookUp(
  { connector, now }: Parts,
  { domain }: MailAddress,
): Promise<Finding | Extract<MailExchanges, { kind: 'hosts' }>> {
  const evidence: Evidence = { at: now().toISOString(), step: 'dns' };
  try {
    const exchanges = await connector.exchangesOf(domain);
    if (exchanges.kind === 'hosts') return exchanges;
    return { verdict: 'invalid', reason: NO_EXCHANGE[exchanges.why], evidence };
  } catch (error) {
    if (error instanceof OutboundError) return unknown('dns-failed', { ...evidence, text: error.message });
    throw error;
  }
}

/** Operators that need not be asked, because the answer would prove nothing, or must not be. */
function refusesUnasked({ now, paceOf }: Parts, mxHost: string): Finding | undefined {
  const operator = operatorOf(mxHost);
  const evidence: Evidence = { at: now().toISOString(), mxHost, step: 'dns' };
  if (operator.accepted === 'nothing') return refusesChecks('accepts-unseen', evidence);
  return paceOf(operator).perDay === 0 ? refusesChecks('not-asked', evidence) : undefined;
}

interface HostsQuestion extends Pick<HostQuestion, 'signal' | 'log' | 'forUser'> {
  address: MailAddress;
  hosts: readonly string[];
  isProbed: boolean;
}

async function askHosts(parts: Parts, { address, hosts, isProbed, ...call }: HostsQuestion): Promise<Finding> {
  const { hello, sender } = parts;
  const probe = probeAddress(address, sender);
  const order = { hello, sender, recipient: address };
  const failures: Finding[] = [];
  const begun = performance.now();
  let tried = 0;
  for (const host of hosts.slice(0, MAX_NAMES)) {
    if (failures.length >= MAX_HOSTS || performance.now() - begun > NO_FURTHER_HOST_AFTER_MS) break;
    tried += 1;
    const refused = refusesUnasked(parts, host);
    if (refused) {
      failures.push(refused);
      continue;
    }
    // What is known about the domain, its better servers have said.
    const isElsewhere = ({ evidence }: Finding) => operatorOf(evidence.mxHost ?? '').id !== operatorOf(host).id;
    const isBackup = failures.filter(isDoubtful).some((failure) => !isProbed || isElsewhere(failure));
    const random = isProbed || isBackup ? probe : undefined;
    const answer = await parts.queues.ask({ host, order, random, isBackup, ...call });
    if (answer.kind === 'judged') return answer.finding;
    if (answer.kind === 'next') failures.push(answer.finding);
  }
  return withoutAnswer(parts, { hosts, tried, failures });
}

/** Also true of a server that we do not ask: it may serve the domain. */
const isDoubtful = ({ reason }: Finding) => reason !== 'domain-not-served';

interface NoAnswer extends Pick<HostsQuestion, 'hosts'> {
  /** How many of the hosts were tried. */
  tried: number;
  failures: readonly Finding[];
}

function withoutAnswer({ now }: Parts, { hosts, tried, failures }: NoAnswer): Finding {
  const doubts = failures.filter(isDoubtful);
  const clearest = doubts.find(({ evidence }) => evidence.code !== undefined) ?? doubts[0];
  if (clearest) return clearest;
  const [notServed] = failures;
  const evidence: Evidence = { at: now().toISOString(), mxHost: hosts[0] ?? '', step: 'connect' };
  // Only if no host serves the domain, the address is invalid.
  if (tried < hosts.length) return unknown('refused', notServed?.evidence ?? evidence);
  return notServed ?? { verdict: 'invalid', reason: 'no-mail-server', evidence };
}
