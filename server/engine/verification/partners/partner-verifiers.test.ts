// The contract that every partner who verifies addresses fulfills, what each documented failure becomes, and that the verdicts
// on the practice web are right. The partners are its stand-ins.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import NeverBounce, { _Error as NeverBounceError } from 'neverbounce';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { MailPolicy } from '../../../../practice/data/types.ts';
import { judge } from '../../../../practice/mail/verdicts.ts';
import { selfSigned } from '../../../../practice/tls/certificate.ts';
import { type Mood, PRACTICE_KEY } from '../../../../practice/vendors/stand-in.ts';
import type { ProviderError } from '../../provider.ts';
import { expectHidden, failureOf, type VendorOptions, vendorBenchForTests } from '../../vendors/test/vendor-bench.ts';
import { parseAddress } from '../parse-address.ts';
import type { Verifier } from '../verification.ts';
import { verifiersInOrder } from './sources.ts';

const bench = vendorBenchForTests({ sites: 0 });
beforeEach(() => bench.reset());

const vendors = ['reacher', 'clearout', 'zerobounce', 'neverbounce'] as const;
type Vendor = (typeof vendors)[number];
const limits = vendors.map((name) => `${name}.perSecond=1000,${name}.perMinute=10000`).join(',');

function open(source: Vendor, options: VendorOptions = {}): Verifier {
  const env = { VERIFICATION_SOURCES: source, VENDOR_LIMITS: limits };
  const [verifier] = verifiersInOrder(bench.configured({ ...options, env }), null);
  if (!verifier) throw new Error('no verifier');
  return verifier;
}

async function verify(verifier: Verifier, text: string, order?: string) {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw new Error(`${text} is not an address`);
  return verifier.verify(parsed.address, { outbound: bench.outbound, log: bench.log, order });
}

/** An address at a domain with this kind of mail server: the last, because another test asks about the first. */
function addressAt(mail: MailPolicy, state: 'open' | 'full' | 'honeypot' = 'open'): string {
  const { world } = bench.practice;
  const domains = new Set(world.sites.filter((site) => site.mail === mail).map(({ mailDomain }) => mailDomain));
  const isAt = (address: string) => domains.has(address.slice(address.lastIndexOf('@') + 1));
  const found = [...world.mailboxes].findLast(([address, mailbox]) => mailbox.state === state && isAt(address));
  if (!found) throw new Error(`no ${state} mailbox at ${mail}`);
  return found[0];
}

describe.each(vendors)('%s', (source) => {
  test('agrees with the truth about one address of each kind', async () => {
    const { world } = bench.practice;
    const policies = [...new Set(world.sites.map(({ mail }) => mail))];
    const addresses = policies.flatMap((policy) => {
      const { mailDomain = '' } = world.sites.find(({ mail }) => mail === policy) ?? {};
      const known = [...world.mailboxes].find(([address]) => address.endsWith(`@${mailDomain}`))?.[0];
      return [`nobody-by-this-name@${mailDomain}`, ...(known ? [known] : [])];
    });
    const verifier = open(source);
    const trap = addressAt('mailboxes', 'honeypot');
    for (const address of [...addresses, trap, addressAt('mailboxes', 'full'), 'anybody@no-such-domain.localhost']) {
      const first = await verify(verifier, address);
      // What it could not tell the first time, as with greylisting, it may tell the second.
      if (first.retryAfterSeconds !== undefined) await bench.db.sql`delete from provider_answers`;
      const { verdict } = await verify(verifier, address);
      const truth = judge(world, address).verdict;
      // A partner cannot tell gateways that accept everybody from servers that do not answer it. ZeroBounce knows spam traps and
      // does not say whether they receive email.
      const isSilent = truth === 'refuses_checks' || (source === 'zerobounce' && address === trap);
      const expected = isSilent ? 'unknown' : truth;
      expect({ address, verdict }).toEqual({ address, verdict: expected });
    }
  });

  test('"not yet" says when to ask again, and is not reused after that', async () => {
    const address = addressAt('greylist');
    const first = await verify(open(source), address);
    expect(first).toMatchObject({ verdict: 'unknown', couldNotLook: true, retryAfterSeconds: expect.any(Number) });
    const [stored] = await bench.db.sql<{ seconds: number }[]>`
      select extract(epoch from expires_at - now())::float8 as seconds from provider_answers`;
    expect(stored?.seconds).toBeLessThanOrEqual(first.retryAfterSeconds ?? 0);
    await bench.db.sql`update provider_answers set expires_at = now()`;
    expect(await verify(open(source), address)).toMatchObject({ verdict: 'valid', reason: 'accepted' });
  });

  test('a full mailbox exists', async () => {
    const found = await verify(open(source), addressAt('mailboxes', 'full'));
    expect(found.verdict).toBe('unknown');
    if (source !== 'neverbounce') expect(found).toMatchObject({ reason: 'mailbox-full' });
  });

  test('the same address is paid for once, and the ledger agrees with the bill', async () => {
    const before = bench.practice.vendors.bill(source);
    const first = await verify(open(source), addressAt('mailboxes'));
    expect(first).toMatchObject({
      verdict: 'valid',
      evidence: { step: 'partner', text: expect.stringMatching(/: \w/) },
    });
    const paid = bench.practice.vendors.bill(source);
    expect(await verify(open(source), addressAt('mailboxes').toUpperCase())).toEqual(first);
    expect(bench.practice.vendors.bill(source)).toEqual(paid);
    const [sum] = await bench.db.sql<{ dollars: number }[]>`select sum(dollars) as dollars from provider_calls`;
    expect(sum?.dollars).toBeCloseTo(paid.dollars - before.dollars, 9);
    expect(await bench.db.sql`select distinct capability from provider_calls`).toEqual([
      { capability: 'verification' },
    ]);
  });

  test('an order to check again is asked and paid for once', async () => {
    await verify(open(source), addressAt('mailboxes'));
    const { calls } = bench.practice.vendors.bill(source);
    for (const order of ['monday', 'monday', 'tuesday']) await verify(open(source), addressAt('mailboxes'), order);
    expect(bench.practice.vendors.bill(source).calls).toBe(calls + 2);
  });

  test('a refused key is nowhere: not in the error, the log or the tables', async () => {
    const secret = `SECRET-${source}-9f8e7d`;
    const failure = await failureOf(verify(open(source, { mood: 'refused', secret }), addressAt('mailboxes')));
    expect(failure).toMatchObject({ kind: 'auth', retryable: false });
    await expectHidden(bench, secret, failure);
  });
});

const usual = {
  failing: 'unavailable',
  cut: 'unavailable',
  nonsense: 'unavailable',
  hostile: 'unavailable',
} as const;
const documented: Record<Vendor, Partial<Record<Mood, ProviderError['kind']>>> = {
  // Broke: mail servers refuse its machine.
  reacher: { ...usual, broke: 'unavailable', busy: 'rate_limited', 'busy-until': 'rate_limited' },
  clearout: { ...usual, broke: 'quota', busy: 'rate_limited', 'busy-until': 'rate_limited' },
  // Its words for an empty account are those for a wrong key.
  zerobounce: { ...usual, broke: 'auth', busy: 'rate_limited', 'busy-until': 'rate_limited' },
  neverbounce: { ...usual, broke: 'quota', busy: 'rate_limited' },
};

describe.each(vendors)('%s fails, without a verdict', (source) => {
  test.each(Object.entries(documented[source]))('%s is %s', async (mood, kind) => {
    const failure = await failureOf(verify(open(source, { mood: mood as Mood }), addressAt('mailboxes')));
    expect(failure).toMatchObject({ name: 'ProviderError', source, kind });
    if (mood === 'busy-until') expect(failure.retryAfterSeconds).toBe(7);
    expect(await bench.db.sql`select from provider_answers`).toEqual([]);
  });
});

test.each([
  ['clearout', '114563 credits'],
  ['zerobounce', '2375 credits'],
  ['neverbounce', '100 credits'],
  ['reacher', null],
] as const)('%s: a free call shows the operator that it works, and the balance', async (source, balance) => {
  expect(await bench.report(source)).toMatchObject({ works: true, problem: null, balance });
  expect(await bench.report(source, { mood: 'refused' })).toMatchObject({ works: false, problem: expect.any(String) });
  expect(await bench.report(source, { mood: 'nonsense' })).toMatchObject({ works: false });
  if (balance) expect(await bench.report(source, { mood: 'broke' })).toMatchObject({ works: false, balance: null });
  expect(await bench.db.sql`select from provider_calls`).toEqual([]);
});

describe('the official client of NeverBounce', () => {
  /** It speaks HTTPS only: a server that passes its requests on to the stand-in. */
  async function startHttps(): Promise<number> {
    const certificate = selfSigned('localhost');
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, certificate.cert]);
    const server = createServer(certificate, async (request, response) => {
      const body = await new Response(Readable.toWeb(request) as ReadableStream).text();
      const { method = 'POST', headers } = request;
      const url = `${bench.practice.vendorUrl}/neverbounce${request.url}`;
      const reply = await fetch(url, { method, body, headers: { 'content-type': headers['content-type'] ?? '' } });
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
      response.end(await reply.text());
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    onTestFinished(() => {
      setDefaultCACertificates(before);
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  test('works unchanged against the stand-in', async () => {
    const port = await startHttps();
    const clientOf = (apiKey: string) => new NeverBounce({ apiKey, opts: { host: 'localhost', port } as never });
    const client = clientOf(PRACTICE_KEY);
    const found = await client.single.check(addressAt('mailboxes'), true, true);
    expect(found.getResult()).toBe('valid');
    expect(found.getResponse()).toMatchObject({
      credits_info: { paid_credits_used: 1 },
      address_info: { host: expect.any(String) },
    });
    expect((await client.single.check(addressAt('catch-all'))).getResult()).toBe('catchall');
    expect(await client.account.info()).toMatchObject({ credits_info: { paid_credits_remaining: 100 } });
    const refused: unknown = await clientOf('wrong')
      .single.check('a@b.example')
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NeverBounceError);
    expect(refused).toMatchObject({ type: NeverBounceError.AuthError });
  });
});
