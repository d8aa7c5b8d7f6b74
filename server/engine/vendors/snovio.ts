// Snov.io, for every capability it serves: the account, its token, jobs that are started and asked for, and what failures mean.
import { z } from 'zod';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { ProviderError } from '../provider.ts';
import { JobIsGone, jobIsGone } from './ask-later.ts';
import { marginSeconds } from './calls.store.ts';
import { anyNumber, anyText, cut, nonsense, parseReply, statusError } from './replies.ts';
import { send } from './send.ts';
import { baseUrlOf, usualBudget, type Vendor, type VendorContext, type VendorReply, vendorError } from './vendor.ts';

const source = 'snovio';
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: anyNumber(3600) });
const balanceSchema = z.object({ data: z.object({ balance: z.coerce.number() }) });
/** Of the gateway an object, of an operation a list. */
const errorSchema = z.object({
  errors: z.union([
    z.object({ title: anyText }).transform(({ title }) => title),
    z.array(z.unknown()).transform(String),
  ]),
});
const startedSchema = z.object({
  meta: z.object({ task_hash: z.string() }).optional().catch(undefined),
  data: z.object({ task_hash: z.string() }).optional().catch(undefined),
});
const resultSchema = z.object({ status: z.string() });

export const snovio: Vendor = {
  source,
  baseUrl: 'https://api.snov.io',
  // 60 requests a minute are allowed for everything together, polls and tokens included. What happens beyond that is not
  // documented, so they are spread evenly.
  limits: { perSecond: 1, perMinute: 50, concurrent: 5, ...usualBudget, dollarsPerUnit: 0.039 },
  authorize: async (context, { fresh, signal }) => ({
    authorization: `Bearer ${await tokenOf(context, fresh, signal)}`,
  }),
  check: () => ({
    request: { path: '/v1/get-balance' },
    read(reply) {
      const { balance } = parseReply(balanceSchema, readSnovio(reply), source).data;
      if (balance <= 0) throw vendorError(source, 'quota', 'No credits are left.');
      return `${balance} credits`;
    },
  }),
};

type SourceContext = Pick<VendorContext, 'vendor' | 'account' | 'outbound'>;

/** Tokens live in this process only: they are as good as the secret. Renewed a minute early. */
const tokens = new Map<string, { token: string; until: number }>();
const earlySeconds = 60;
/** Within the margin of the call that needs it. If both took longer, the call would count as lost, and be paid for again, while it runs. */
const tokenTimeoutMs = (marginSeconds - 5) * 1000;

async function tokenOf(context: SourceContext, fresh: boolean, signal?: AbortSignal): Promise<string> {
  const { login, key } = context.account;
  const account = JSON.stringify([baseUrlOf(context), login, key]);
  const known = tokens.get(account);
  if (known && !fresh && known.until > Date.now()) return known.token;
  const { token, seconds } = await requestToken(context, signal);
  tokens.set(account, { token, until: Date.now() + (seconds - earlySeconds) * 1000 });
  return token;
}

async function requestToken(context: SourceContext, signal?: AbortSignal): Promise<{ token: string; seconds: number }> {
  const { login, key } = context.account;
  const form = { grant_type: 'client_credentials', client_id: login, client_secret: key };
  const request = { path: '/v1/oauth/access_token', form, timeoutMs: tokenTimeoutMs };
  const reply = await send(context, request, { signal }).catch((error: unknown) => {
    // Nothing was asked yet, so nothing can have been charged.
    if (!(error instanceof OutboundError) || error.code === 'aborted') throw error;
    throw vendorError(source, 'unavailable', error.message);
  });
  // A wrong id or secret is a 400 or a 401, depending on the gateway.
  if (reply.status === 400) throw vendorError(source, 'auth', cut(snovioMessage(reply)) || 'The client is refused.');
  const parsed = parseReply(tokenSchema, readSnovio(reply), source);
  return { token: parsed.access_token, seconds: parsed.expires_in };
}

/** The body of a successful answer. Throws ProviderError. */
export function readSnovio(reply: VendorReply): unknown {
  if (reply.status !== 200 && reply.status !== 201 && reply.status !== 202) throw failure(reply);
  const message = snovioMessage(reply);
  if (message !== '') throw failure(reply);
  return reply.json;
}

/** The id of a job that was started. It is in `meta` or in `data`, depending on the call. */
export function readStarted(reply: VendorReply): string {
  const parsed = startedSchema.safeParse(readSnovio(reply));
  const hash = parsed.data?.meta?.task_hash ?? parsed.data?.data?.task_hash;
  if (!hash) throw nonsense(source);
  return hash;
}

const pollSeconds = 5;

/** The body of a job that is done. Throws `pending` while it is not, JobIsGone when it ended without a result. */
export function readFinished(reply: VendorReply): unknown {
  const body = readSnovio(reply);
  const status = parseReply(resultSchema, body, source).status.replace(/[ _]+/g, ' ');
  if (status === 'completed') return body;
  if (status === 'in progress') throw vendorError(source, 'pending', 'Snov.io is still searching.', pollSeconds);
  // The job stays that way, even if credits are bought.
  if (status === 'not enough credits') throw new JobIsGone(source, 'No credits are left.', { kind: 'quota' });
  throw jobIsGone(source, cut(status));
}

const snovioMessage = (reply: VendorReply) => errorSchema.safeParse(reply.json).data?.errors ?? '';

function failure(reply: VendorReply): ProviderError {
  const message = snovioMessage(reply);
  if (/credit/i.test(message)) return vendorError(source, 'quota', cut(message));
  if (reply.status === 200) return vendorError(source, 'bad_request', cut(message));
  return statusError(source, reply, message);
}
