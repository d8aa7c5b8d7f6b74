// DataForSEO, shared by every capability that uses it: account, limits, and the envelope around each answer. The envelope
// states whether the call and its single task succeeded; most failures come with HTTP 200.
import { z } from 'zod';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { anyNumber, anyText, cut, nonsense, parseReply, retryAfterOf, statusError } from './replies.ts';
import { usualBudget, type Vendor, type VendorReply, vendorError } from './vendor.ts';

const source = 'dataforseo';
const code = z.coerce.number().int();
const envelope = z.object({
  status_code: code,
  status_message: anyText,
  tasks: z
    .array(
      z.object({ id: anyText, status_code: code, status_message: anyText, cost: anyNumber(0), result: z.unknown() }),
    )
    .nullish(),
});
const userData = z.tuple([z.object({ money: z.object({ balance: z.coerce.number() }) })]);

export interface DataForSeoTask {
  id: string;
  /** In dollars. */
  cost: number;
  result: unknown;
}

export const dataForSeo: Vendor = {
  source,
  baseUrl: 'https://api.dataforseo.com',
  limits: { perSecond: 30, perMinute: 2000, concurrent: 30, ...usualBudget, dollarsPerUnit: 0.0012 },
  check: (account) => ({
    request: { path: '/v3/appendix/user_data', headers: authorization(account) },
    read(reply) {
      const { balance } = parseReply(userData, readTask(reply).result, source)[0].money;
      if (balance <= 0) throw vendorError(source, 'quota', 'The account is empty.');
      return `$${balance.toFixed(2)}`;
    },
  }),
};

export const authorization = ({ login, key }: { login: string; key: string }) => ({
  authorization: `Basic ${Buffer.from(`${login}:${key}`).toString('base64')}`,
});

/** Of calls without a queue: DataForSEO itself gives up after two minutes. */
export const liveTimeoutMs = 130_000;

/** The single task of an answer. Throws ProviderError unless both call and task succeeded. */
export function readTask(reply: VendorReply): DataForSeoTask {
  const parsed = envelope.safeParse(reply.json);
  if (!parsed.success) throw reply.status === 200 ? nonsense(source) : statusError(source, reply);
  const { tasks, ...call } = parsed.data;
  if (!isSuccess(call.status_code)) throw failure(call, reply);
  const [task] = tasks ?? [];
  if (!task) throw nonsense(source);
  if (!isSuccess(task.status_code)) throw failure(task, reply);
  return task;
}

/** 20000: done. 20100: task created. */
const isSuccess = (status: number) => status === 20000 || status === 20100;

const kinds: Record<number, ProviderErrorKind> = {
  40100: 'auth',
  40102: 'not_found',
  40104: 'auth',
  40200: 'quota',
  40201: 'auth',
  40202: 'rate_limited',
  40203: 'quota',
  40205: 'rate_limited',
  40206: 'rate_limited',
  40207: 'auth',
  40209: 'rate_limited',
  40210: 'quota',
  40601: 'pending',
  40602: 'pending',
};
/** Most tasks are done within a minute. */
const pendingSeconds = 5;

function failure(stated: { status_code: number; status_message: string }, reply: VendorReply): ProviderError {
  const { status_code: status, status_message: message } = stated;
  const isBad = (status >= 40000 && status < 40100) || (status >= 40500 && status < 40600);
  const kind = kinds[status] ?? (isBad ? 'bad_request' : 'unavailable');
  const wait = kind === 'pending' ? pendingSeconds : retryAfterOf(reply);
  return vendorError(source, kind, `${status} ${cut(message)}`, wait);
}
