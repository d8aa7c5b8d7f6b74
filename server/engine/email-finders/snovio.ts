// Snov.io's search for a person: the current calls (a job that is started and asked for) as `snovio-v2`, the legacy one as
// `snovio`. The legacy call is no longer in Snov.io's reference, and some accounts reportedly get a 404.
import { z } from 'zod';
import { jobNotFound } from '../vendors/ask-later.ts';
import { anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import { readFinished, readSnovio, readStarted, snovio } from '../vendors/snovio.ts';
import { type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { Verdict } from '../verification/verification.ts';
import type { PersonVendor } from './person-vendor.ts';
import { believableAddress } from './stated-address.ts';

const { source } = snovio;

/** Snov.io's words for the state of an address; `unknown` has a reason, which is in the second table. */
export const snovioVerdicts: Record<string, Verdict> = {
  valid: 'valid',
  not_valid: 'invalid',
  unknown: 'unknown',
};
export const snovioReasons: Record<string, Verdict> = {
  catchall: 'catch_all',
  banned: 'unknown',
  connection_error: 'unknown',
  greylist: 'unknown',
  hidden_by_owner: 'unknown',
};

export function snovioVerdict(status: string, reason: string): Verdict {
  const verdict = snovioVerdicts[status] ?? 'unknown';
  // Whatever the status says next to it: a catch-all is never valid.
  return reason === 'catchall' ? 'catch_all' : verdict === 'unknown' ? (snovioReasons[reason] ?? 'unknown') : verdict;
}

const address = z.object({ email: z.string(), smtp_status: anyText, unknown_status_reason: anyText });
const resultSchema = z.object({ data: z.array(z.object({ result: rowsOf(address).catch([]) })) });

export const snovioPerson: PersonVendor = {
  ...snovio,
  label: 'snovio-v2',
  maxUnits: 1,
  personRequest: (_account, { firstName, lastName, domain }) => ({
    path: '/v2/emails-by-domain-by-name/start',
    body: { rows: [{ first_name: firstName, last_name: lastName, domain }] },
  }),
  readPerson: (reply) => ({ answer: { job: readStarted(reply) }, units: 0 }),
  later: {
    resultRequest: (_account, job) => ({
      path: `/v2/emails-by-domain-by-name/result?${new URLSearchParams({ task_hash: job })}`,
    }),
    readResult(reply) {
      if (reply.status === 404) throw jobNotFound(source, reply);
      const [person] = parseReply(resultSchema, readFinished(reply), source).data;
      const found = (person?.result ?? []).flatMap((one) => addressOf(one) ?? []);
      return { answer: found[0] ?? null, units: found.length > 0 ? 1 : 0 };
    },
  },
};

const addressOf = ({ email, smtp_status: status, unknown_status_reason: reason }: z.infer<typeof address>) =>
  believableAddress({
    ...{ address: email, verdict: snovioVerdict(status, reason) },
    said: { smtp_status: status, unknown_status_reason: reason },
  });

const legacyAddress = z.object({ email: z.string(), emailStatus: anyText });
const legacySchema = z.object({
  data: z.object({ emails: rowsOf(legacyAddress).catch([]) }),
  status: z.object({ identifier: anyText }).catch({ identifier: '' }),
});
const legacyPollSeconds = 10;

export const snovioLegacy: PersonVendor = {
  ...snovio,
  maxUnits: 1,
  personRequest: (_account, { firstName, lastName, domain }) => ({
    path: '/v1/get-emails-from-names',
    form: { firstName, lastName, domain },
  }),
  readPerson(reply: VendorReply) {
    const { data, status } = parseReply(legacySchema, readSnovio(reply), source);
    const found = data.emails.flatMap(({ email, emailStatus }) => {
      const verdict = snovioVerdict(emailStatus, '');
      return believableAddress({ address: email, verdict, said: { emailStatus } }) ?? [];
    });
    if (found.length === 0 && /progress/.test(status.identifier)) {
      throw vendorError(source, 'pending', 'Snov.io is still searching.', legacyPollSeconds);
    }
    return { answer: found[0] ?? null, units: found.length > 0 ? 1 : 0 };
  },
};
