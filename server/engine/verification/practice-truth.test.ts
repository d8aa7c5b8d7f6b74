// Every address of the practice web, verified over its real DNS and mail servers, against what the practice web says.

import { beforeAll, expect, test } from 'vitest';
import { type Truth, truthOf } from '../../../practice/truth.ts';
import { createMailConnector } from '../../platform/outbound/mail/mail-connector.ts';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { databaseForTests } from '../../test/database.ts';
import { practiceForTests } from '../../test/practice-web.ts';
import type { Call } from '../provider.ts';
import { unlimited } from './operators/pace.ts';
import type { Verification, VerificationReason } from './verification.ts';
import { type AddressVerifier, createAddressVerifier } from './verify-address.ts';
import { createOwnVerifier } from './zeus-own.ts';

const GREYLIST_MS = 2_000;
const practice = practiceForTests({ greylistMs: GREYLIST_MS, slowMs: 300 });
const db = databaseForTests();
const outbound = outboundForTests();
const call: Call = { outbound, log: { warn: () => undefined } };
let truth: Truth;

beforeAll(async () => {
  truth = truthOf(practice.world, practice.port);
});

function verifier(limits: { replyMs: number }): AddressVerifier {
  const { smtpPort: port, dnsServer } = practice;
  const own = createOwnVerifier({
    db: db.kysely,
    connector: createMailConnector({ practice: { port, dnsServer } }),
    hello: 'zeus.localhost',
    sender: 'verify@zeus.localhost',
    limits: { ...limits, pauseMs: 0, atOnce: 8, waitMs: 120_000 },
    paceOf: unlimited,
  });
  return createAddressVerifier({ db: db.kysely, verifiers: [own] });
}

/** As a job does: comes back after the pause while it is a short one. */
async function verifyWithRetries(own: AddressVerifier, address: string): Promise<Verification> {
  for (let tries = 1; ; tries++) {
    const result = await own.verifyAddress(address, call);
    const pause = result.retryAfterSeconds ?? Number.POSITIVE_INFINITY;
    if (result.verdict !== 'unknown' || pause > 10 || tries === 4) return result;
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 24 }, worker));
}

/** Where the behavior of the domain alone decides, the reason must be the true one too. */
const REASONS: Record<string, VerificationReason> = {
  'catch-all': 'accepts-everything',
  gateway: 'accepts-unseen',
  unseen: 'accepts-unseen',
  tarpit: 'no-answer',
  deferring: 'deferred',
  blocked: 'blocked',
  closed: 'unreachable',
  servfail: 'dns-failed',
  'null-mx': 'takes-no-mail',
  'no-mx': 'no-mail-server',
};

test('all verdicts are right', { timeout: 180_000 }, async () => {
  const all = [
    ...truth.people,
    ...truth.addresses,
    ...truth.unknownMailboxes,
    { address: 'someone@no-such-site.localhost', verdict: 'invalid' },
  ];
  const expected = new Map(all.map(({ address, verdict }) => [address, verdict]));
  const tarpits = new Set(truth.sites.filter((site) => site.mailPolicy === 'tarpit').map((site) => site.mailDomain));
  const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
  // A tarpit is unknown however long one waits; the others have all the time a slow machine needs.
  const patient = verifier({ replyMs: 20_000 });
  const hasty = verifier({ replyMs: 500 });
  const wrong: string[] = [];
  const told = new Map<string, number>();
  const policyOf = new Map(truth.sites.map((site) => [site.mailDomain, site.mailPolicy]));
  await inParallel([...expected], async ([address, verdict]) => {
    const own = tarpits.has(domainOf(address)) ? hasty : patient;
    const result = await verifyWithRetries(own, address);
    told.set(result.verdict, (told.get(result.verdict) ?? 0) + 1);
    const reason = REASONS[policyOf.get(domainOf(address)) ?? ''];
    const isRight = result.verdict === verdict && (reason === undefined || result.reason === reason);
    if (!isRight) wrong.push(`${address}: ${verdict} ${reason}, told ${JSON.stringify(result)}`);
  });
  expect(wrong).toEqual([]);
  expect(expected.size).toBeGreaterThan(200);
  expect([...told.keys()].sort()).toEqual(['catch_all', 'invalid', 'refuses_checks', 'unknown', 'valid']);
});

// After the others: whoever refuses our network rests its whole operator.
test('mail traps: greylisting for an hour, and an operator that blocks our network', async () => {
  const own = verifier({ replyMs: 20_000 });
  const waiting = await own.verifyAddress('someone@patience.localhost', call);
  expect(waiting).toMatchObject({ verdict: 'unknown', reason: 'greylisted', couldNotLook: true });
  expect(waiting.retryAfterSeconds).toBeGreaterThan(1_800);
  const walled = await own.verifyAddress('someone@walled.localhost', call);
  expect(walled).toMatchObject({ verdict: 'unknown', reason: 'blocked', couldNotLook: true });
  expect(walled.evidence.text).toContain('S3140');
  const resting = await db.sql`select operator from mail_operators where rest_until > now()`;
  expect(resting).toContainEqual({ operator: 'outlook' });
});
