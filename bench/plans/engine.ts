// The engine's queries around web hosts, mail servers and vendors, and those that delete old rows.
import { randomUUID } from 'node:crypto';
import { forgetIdleHosts, sharedHosts } from '../../server/engine/pages/fetching/page-hosts.store.ts';
import { claimCall, endCall, findAnswers } from '../../server/engine/vendors/calls.store.ts';
import { cleanUpVendors } from '../../server/engine/vendors/clean-up.ts';
import { readUsage } from '../../server/engine/vendors/usage.store.ts';
import { cleanUpVerification } from '../../server/engine/verification/stores/clean-up.ts';
import { acquireSlot, nothingLearned, releaseSlot } from '../../server/engine/verification/stores/mail-hosts.store.ts';
import { listResting, restOperator } from '../../server/engine/verification/stores/mail-operators.store.ts';
import { listBusiestOperators, listReplies } from '../../server/engine/verification/stores/mail-replies.store.ts';
import { readDomainStatus } from '../../server/engine/verification/stores/verdicts.store.ts';
import { rolledBack } from './rolled-back.ts';
import type { Query } from './run.ts';

const host = 'blog-7.example';
const inAnHour = () => new Date(Date.now() + 3_600_000);
const hourAgo = () => new Date(Date.now() - 3_600_000);

const hosts: Query[] = [
  rolledBack('turn at a web host', (tx) => sharedHosts(tx).takeTurn(host, 1_000)),
  rolledBack('whether a web host rests', (tx) => sharedHosts(tx).look(host)),
  rolledBack('rest of a web host', (tx) => sharedHosts(tx).rest(host, { seconds: 60, refusals: 1 })),
  rolledBack('forget idle web hosts', (tx) => forgetIdleHosts(tx)),
];

const reply = { at: new Date(), operator: 'google', mxHost: 'mx-7.example', stage: 'recipient', code: 250 } as const;
const said = { ...reply, reply: 'ok', judged: 'accepted' };

const mail: Query[] = [
  rolledBack('place at a mail operator', (tx) =>
    acquireSlot(tx, {
      ...{ operator: 'google', host: 'mx-7.example', holder: randomUUID(), slots: 4 },
      ...{ pace: { perDay: 2_000, unknownPerHour: 20 }, now: new Date(), until: inAnHour() },
    }),
  ),
  rolledBack('end of a mail conversation', (tx) =>
    releaseSlot(tx, { holder: randomUUID(), freeAt: new Date(), learned: { ...nothingLearned(), replies: [said] } }),
  ),
  rolledBack('rest of a mail operator', (tx) =>
    restOperator(tx, { reason: 'greylisted', until: inAnHour(), because: said }),
  ),
  rolledBack('status of a mail domain', (tx) =>
    readDomainStatus(tx, 'x.example', { now: new Date(), since: hourAgo() }),
  ),
  { name: 'resting mail operators (command)', run: ({ db }) => listResting(db.kysely, new Date()) },
  { name: 'mail operators asked (command)', run: ({ db }) => listBusiestOperators(db.kysely, new Date()) },
  { name: 'replies of an operator (command)', run: ({ db }) => listReplies(db.kysely, 'mx-7.example') },
  rolledBack('clean up verification', (tx) => cleanUpVerification(tx, new Date())),
];

const call = { source: 'serper', capability: 'search' };
const limits = {
  ...{ perSecond: 100, perMinute: 1_000, concurrent: 10 },
  ...{ dollarsPerUnit: 0, dollarsPerDay: 1_000_000, dollarsPerMonth: 1_000_000 },
};
const newQuestion = { ...call, hash: Buffer.alloc(32), limits, maxDollars: 1, timeoutMs: 1_000 };

const vendors: Query[] = [
  { name: 'stored answer of a vendor', run: ({ db }) => findAnswers(db.kysely, ['00'.repeat(32)]) },
  {
    name: 'claim and end of a vendor’s call',
    run: async ({ db: { kysely } }) => {
      const claim = await claimCall(kysely, newQuestion);
      if (claim.kind !== 'granted') throw new Error(`The call was not granted: ${claim.kind}`);
      const end = { ...call, callId: claim.callId, outcome: 'ok', units: 1, dollars: 0, ms: 1 } as const;
      await kysely.transaction().execute((tx) => endCall(tx, end));
    },
  },
  { name: 'use of all vendors (command)', run: ({ db }) => readUsage(db.kysely) },
  rolledBack('clean up vendors', (tx) => cleanUpVendors(tx)),
];

export const engine: Query[] = [...hosts, ...mail, ...vendors];
