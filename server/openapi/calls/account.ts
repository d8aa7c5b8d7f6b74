// The calls on the account, its credits, its event stream, and those of operators.
import { z } from 'zod';
import { creditEntry } from '../../../shared/credit-entry.ts';
import { initBody } from '../../credits/credits.routes.ts';
import { creditsQuery } from '../../credits/credits-data.routes.ts';
import { deletionBody } from '../../users/users.routes.ts';
import type { Call } from '../call.ts';
import { creditEntryExample, ids } from '../examples.ts';

const done = { status: 200, about: 'Done.', schema: z.object({ ok: z.literal(true) }), example: { ok: true } } as const;

export const accountCalls: readonly Call[] = [
  {
    method: 'post',
    path: '/api/user/init',
    group: 'Account and credits',
    summary: 'Begin, after signing in',
    about:
      'Makes the profile and grants the trial the first time, and what an offer code grants once: to a confirmed address, and once for each mailbox. Safe any number of times.',
    body: { schema: initBody, examples: { 'No offer': {}, 'With an offer code': { offer: 'launch' } } },
    answers: [done],
    errors: ['bad-input', 'bad-json', 'too-many-requests'],
  },
  {
    method: 'delete',
    path: '/api/user',
    group: 'Account and credits',
    summary: 'Delete the account',
    about:
      'Removes everything of the user. Asks for the password, or for the code of a mail where there is no password.',
    body: { schema: deletionBody, examples: { 'With the password': { password: 'correct horse battery' } } },
    answers: [done],
    errors: ['bad-input', 'bad-json', 'wrong-password', 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/data/profiles/me',
    group: 'Account and credits',
    summary: 'Read the balances',
    about: 'credits are backlink credits. Before /api/user/init there is no profile.',
    answers: [
      {
        status: 200,
        about: 'The profile.',
        schema: z.object({
          id: z.uuid(),
          credits: z.int(),
          email_credits: z.int(),
          search_country: z.string().nullable(),
          search_language: z.string().nullable(),
        }),
        example: { id: ids.user, credits: 60, email_credits: 25, search_country: 'us', search_language: 'en' },
      },
    ],
    errors: ['not-found'],
  },
  {
    method: 'get',
    path: '/data/credits',
    group: 'Account and credits',
    summary: 'List what was granted and spent',
    about: 'Newest first; `before` an id goes on where a page ended.',
    query: creditsQuery,
    answers: [{ status: 200, about: 'The entries.', schema: z.array(creditEntry), example: [creditEntryExample] }],
    errors: ['bad-input'],
  },
  {
    method: 'get',
    path: '/data/live',
    group: 'Live',
    summary: 'Hear of changes',
    about:
      'An event stream. The event is the topic: requests, search-results, backlinks, contacts (data: the campaign’s id), profiles (the balances), ready, or resync: read everything again. The data carries ids only; read the rows again. One account can have 50 of them open at a process.',
    headers: { 'last-event-id': 'The id of the last event heard: what was missed since is told first.' },
    answers: [
      {
        status: 200,
        about: 'Notices as they happen.',
        type: 'text/event-stream',
        example: `id: 5f1c22aa:812\nevent: backlinks\ndata: {"id":"${ids.campaign}"}\n\n`,
      },
    ],
    errors: ['too-many-requests'],
  },
];

const health = z.object({ ok: z.literal(true) });
const ready = z.object({ ready: z.boolean(), database: z.string(), migrations: z.string() });

export const operatingCalls: readonly Call[] = [
  {
    method: 'get',
    path: '/healthz',
    group: 'Operating',
    summary: 'Is the process alive?',
    open: true,
    answers: [{ status: 200, about: 'It is.', schema: health, example: { ok: true } }],
  },
  {
    method: 'get',
    path: '/readyz',
    group: 'Operating',
    summary: 'Can it serve?',
    about: '503 when the database cannot be reached or is not migrated.',
    open: true,
    answers: [
      {
        status: 200,
        about: 'It can.',
        schema: ready,
        example: { ready: true, database: 'reachable', migrations: 'current' },
      },
    ],
    errors: ['database-unavailable'],
  },
  {
    method: 'get',
    path: '/metrics',
    group: 'Operating',
    summary: 'Figures for Prometheus',
    about: 'In production with the token of METRICS_TOKEN as bearer only.',
    open: true,
    answers: [{ status: 200, about: 'The figures.', type: 'text/plain', example: 'zeus_live_streams 2\n' }],
    errors: ['not-found'],
  },
];
