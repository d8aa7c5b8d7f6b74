// Snov.io's search of a domain: its people (prospects, each with a job for the address), then its shared mailboxes, then addresses
// without a name. A free count first, so that an unknown domain costs nothing. All jobs are started before the first is waited for.

import { z } from 'zod';
import { type Call, ProviderError, type ProviderErrorKind } from '../provider.ts';
import { askLater, jobNotFound } from '../vendors/ask-later.ts';
import { askVendor } from '../vendors/ask-vendor.ts';
import type { Lifetime } from '../vendors/open-sources.ts';
import { anyNumber, anyText, nonsense, parseReply, rowsOf } from '../vendors/replies.ts';
import { readFinished, readSnovio, readStarted, snovio } from '../vendors/snovio.ts';
import { limitsOf, type VendorContext, type VendorReply, type VendorRequest } from '../vendors/vendor.ts';
import type { DomainFinder, PartnerPerson } from './email-finder.ts';
import { snovioVerdict } from './snovio.ts';
import { believableAddress, shortText } from './stated-address.ts';

const { source } = snovio;
const capability = 'domain-people';
const label = 'snovio-v2';
const family = '/v2/domain-search';
/** Each of them costs a credit on top of the list. */
const mostProspects = 10;

const count = z.object({ result: anyNumber(-1) });
const prospect = z.object({
  ...{ firstName: z.string(), lastName: z.string(), position: z.string(), profile: z.string() },
  /** The last part of the address under which its email search is started. */
  search: z.string(),
});
type Prospect = z.infer<typeof prospect>;
const prospectRow = z
  .object({
    ...{ first_name: anyText, last_name: anyText, position: anyText, source_page: anyText },
    search_emails_start: z.string().regex(/\/search-emails\/start\/[\w-]{1,200}$/),
  })
  .transform(
    (row): Prospect => ({
      ...{ firstName: shortText(row.first_name), lastName: shortText(row.last_name) },
      ...{ position: shortText(row.position), profile: shortText(row.source_page) },
      search: row.search_emails_start.replace(/^.*\//, ''),
    }),
  );
const stated = z.object({ email: z.string(), smtp_status: anyText });
type StatedEmail = z.infer<typeof stated>;

interface Search {
  context: VendorContext;
  domain: string;
  most: number;
  lifetimeSeconds: number;
  call: Call;
}

export function snovioDomain(context: VendorContext, { lifetimeSeconds }: Lifetime): DomainFinder {
  return {
    source: label,
    maxDollars: (mostProspects + 3) * limitsOf(context).dollarsPerUnit,
    async findPeople({ domain, most }, call) {
      const search: Search = { context, domain: domain.toLowerCase(), most, lifetimeSeconds, call };
      if (!(await isKnown(search))) return null;
      const first = [() => findProspects(search), () => findListed(search, 'generic-contacts')];
      const named = await gather(first);
      const all = named.length < most ? await gather([() => findListed(search, 'domain-emails')], named) : named;
      const isFirst = ({ address }: PartnerPerson, i: number) => all.findIndex((one) => one.address === address) === i;
      return all.length > 0 ? all.filter(isFirst).slice(0, most) : null;
    },
  };
}

async function isKnown({ context, domain, lifetimeSeconds, call }: Search): Promise<boolean> {
  const known = await askVendor(
    context,
    {
      ...{ capability, identity: { label, count: domain }, schema: count, lifetimeSeconds, maxUnits: 0 },
      request: { path: '/v1/get-domain-emails-count', form: { domain } },
      read: readCount,
    },
    call,
  );
  return known !== null;
}

/** An answer without a number, such as a refusal in words of its own, does not mean that there are no addresses. */
export function readCount(reply: VendorReply) {
  const parsed = parseReply(count, readSnovio(reply), source);
  if (parsed.result < 0) throw nonsense(source);
  return { answer: parsed.result > 0 ? parsed : null, units: 0 };
}

async function findProspects(search: Search): Promise<PartnerPerson[]> {
  const prospects = await askTab(search, { tab: 'prospects', row: prospectRow, stored: prospect });
  const wanted = prospects.slice(0, Math.min(search.most, mostProspects));
  return gather(wanted.map((one) => () => findEmail(search, one)));
}

async function findEmail(
  search: Search,
  { search: id, firstName, lastName, position, profile }: Prospect,
): Promise<PartnerPerson[]> {
  const emails = await ask<StatedEmail>(search, {
    ...{ about: { prospect: id }, stored: stated },
    request: { path: `${family}/prospects/search-emails/start/${id}`, form: {} },
    resultPath: `${family}/prospects/search-emails/result/`,
    // While it works, `data` is a list.
    rows: (body) => z.object({ data: z.object({ emails: rowsOf(stated) }) }).safeParse(body).data?.data.emails,
  });
  const [best] = emails.flatMap((one) => personOf(one) ?? []);
  return best ? [{ ...best, firstName, lastName, position: position || undefined, profile: profile || undefined }] : [];
}

async function findListed(search: Search, tab: 'generic-contacts' | 'domain-emails'): Promise<PartnerPerson[]> {
  const emails = await askTab(search, { tab, row: stated, stored: stated });
  return emails.flatMap((one) => personOf(one) ?? []);
}

function personOf({ email, smtp_status: status }: StatedEmail): PartnerPerson | null {
  const address = believableAddress({
    ...{ address: email, verdict: snovioVerdict(status, '') },
    said: status === '' ? { listed: 'not verified' } : { smtp_status: status },
  });
  return address && { ...address, firstName: '', lastName: '' };
}

const askTab = <Row extends object>(
  search: Search,
  { tab, row, stored }: { tab: string; row: z.ZodType<Row>; stored: z.ZodType<Row> },
) =>
  ask<Row>(search, {
    ...{ about: { tab, domain: search.domain }, stored },
    request: { path: `${family}/${tab}/start?${new URLSearchParams({ domain: search.domain })}`, form: {} },
    resultPath: `${family}/${tab}/result/`,
    rows: (body) => z.object({ data: rowsOf(row) }).safeParse(body).data?.data,
  });

interface SnovioQuery<Row> {
  about: object;
  request: VendorRequest;
  resultPath: string;
  rows(body: unknown): Row[] | undefined;
  stored: z.ZodType<Row>;
}

async function ask<Row extends object>(
  { context, lifetimeSeconds, call }: Search,
  query: SnovioQuery<Row>,
): Promise<Row[]> {
  const found = await askLater(
    context,
    {
      ...{ capability, identity: { label, ...query.about }, schema: z.array(query.stored), lifetimeSeconds },
      ...{ request: query.request, maxUnits: 1 },
      read: (reply) => ({ answer: { job: readStarted(reply) }, units: 0 }),
      resultRequest: (job) => ({ path: `${query.resultPath}${encodeURIComponent(job)}` }),
      readResult(reply: VendorReply) {
        if (reply.status === 404) throw jobNotFound(source, reply);
        const rows = query.rows(readFinished(reply));
        if (!rows) throw nonsense(source);
        return { answer: rows.length > 0 ? rows : null, units: rows.length > 0 ? 1 : 0 };
      },
    },
    call,
  );
  return found ?? [];
}

/** Of the account, not of one question: the next one would fail like it. */
const ofAccount: ReadonlySet<ProviderErrorKind> = new Set(['auth', 'quota', 'suppressed']);

/**
 * What all steps find, after what is known already. Runs all of them, also when one is still pending, so that every job is started.
 * A step that fails is left out, because the others were paid for. Throws ProviderError when the account is refused, when a step is
 * pending, or when a step failed and nothing was found.
 */
async function gather(
  steps: readonly (() => Promise<PartnerPerson[]>)[],
  known: readonly PartnerPerson[] = [],
): Promise<PartnerPerson[]> {
  const found = [...known];
  const failures: ProviderError[] = [];
  for (const step of steps) {
    try {
      found.push(...(await step()));
    } catch (error) {
      if (!(error instanceof ProviderError) || ofAccount.has(error.kind)) throw error;
      failures.push(error);
    }
  }
  const pending = failures.find(({ kind }) => kind === 'pending');
  if (pending) throw pending;
  if (failures[0] && found.length === 0) throw failures[0];
  return found;
}
