// Clearout's search for a person. A slow search continues in its queue and is polled by the queue's id. Clearout states a
// confidence score, which is not a verdict.
import { z } from 'zod';
import { jobIsGone } from '../vendors/ask-later.ts';
import { clearout, clearoutError, readClearout } from '../vendors/clearout.ts';
import { anyNumber, anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import { bearer, type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { PersonVendor } from './person-vendor.ts';
import { believableAddress } from './stated-address.ts';

const { source } = clearout;
const row = z.object({ email_address: z.string(), role: anyText });
const found = z.object({ data: z.object({ emails: rowsOf(row), confidence_score: anyNumber(0), found_on: anyText }) });
const queued = z.object({ error: z.object({ additional_info: z.object({ queue_id: z.string().min(1) }) }) });
/** What the queue says while it runs is not documented: neither addresses nor an error. */
const running = z.object({ data: z.object({ emails: z.null().optional() }).nullish() });
/** Units of a personal address, and of a shared one. */
const prices = { personal: 4, role: 2 };
/** The least it accepts: what takes longer holds no worker. */
const timeout = 10_000;
const pollSeconds = 10;

export const clearoutPerson: PersonVendor = {
  ...clearout,
  maxUnits: prices.personal,
  personRequest: (account, { firstName, lastName, domain }) => ({
    path: '/email_finder/instant',
    headers: bearer(account),
    body: { name: `${firstName} ${lastName}`.trim(), domain, timeout, queue: true },
  }),
  readPerson(reply) {
    const id = queueIdOf(reply);
    return id === undefined ? readFound(reply) : { answer: { job: id }, units: 0 };
  },
  later: {
    resultRequest: (account, job) => ({
      path: `/email_finder/instant/queue_status?${new URLSearchParams({ qid: job })}`,
      headers: bearer(account),
    }),
    readResult(reply) {
      if (clearoutError(reply).code === 1104) throw jobIsGone(source);
      if (reply.status === 524 || running.safeParse(readClearout(reply)).success) {
        throw vendorError(source, 'pending', 'Clearout is still searching.', pollSeconds);
      }
      return readFound(reply);
    },
  },
};

function queueIdOf(reply: VendorReply): string | undefined {
  return reply.status === 524 ? queued.safeParse(reply.json).data?.error.additional_info.queue_id : undefined;
}

function readFound(reply: VendorReply) {
  const { emails, confidence_score: score, found_on: foundOn } = parseReply(found, readClearout(reply), source).data;
  const addresses = emails.flatMap(({ email_address: address, role }) => {
    const said = { confidence_score: score, found_on: foundOn, role };
    const believed = believableAddress({ address, verdict: 'unknown', said });
    return believed ? [{ believed, isRole: role === 'yes' }] : [];
  });
  const best = addresses.find(({ isRole }) => !isRole) ?? addresses[0];
  return { answer: best?.believed ?? null, units: best ? (best.isRole ? prices.role : prices.personal) : 0 };
}
