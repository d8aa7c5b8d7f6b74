// `npm run mail-operators`: which mail operators refuse this server and why, how many addresses were checked at each in the last 24
// hours, and for a given one its latest replies: `npm run mail-operators -- outlook`.

import { listResting } from '../../server/engine/verification/stores/mail-operators.store.ts';
import { listBusiestOperators, listReplies } from '../../server/engine/verification/stores/mail-replies.store.ts';
import type { Kdb } from '../../server/platform/db.ts';
import { readConfig, runForOperator, withUsedDatabase } from './configured-database.ts';

runForOperator(() =>
  withUsedDatabase(readConfig(), 'mail-operators', async ({ kysely }) => {
    const [operator] = process.argv.slice(2);
    for (const line of operator ? await replies(kysely, operator) : await overview(kysely)) console.log(line);
  }),
);

async function overview(db: Kdb): Promise<string[]> {
  const now = new Date();
  const resting = await listResting(db, now);
  const asked = await listBusiestOperators(db, now);
  return [
    ...resting.map(
      ({ operator, mx_host, code, reply, rest_until }) =>
        `${operator} refuses this server; Zeus leaves it alone until ${rest_until.toISOString()}: ${mx_host} said ${code} ${reply}`,
    ),
    ...(resting.length === 0 ? ['No mail operator refuses this server.'] : []),
    ...asked.map(
      ({ operator, addresses, unknown }) => `${operator}: ${addresses} addresses in 24 hours, ${unknown} unknown`,
    ),
  ];
}

async function replies(db: Kdb, operator: string): Promise<string[]> {
  const rows = await listReplies(db, operator);
  if (rows.length === 0) return [`${operator} has not been contacted in the last 30 days.`];
  return rows.map(
    ({ at, mx_host, stage, code, reply, judged }) =>
      `${at.toISOString()} ${mx_host} ${stage}: ${code} ${reply} → ${judged}`,
  );
}
