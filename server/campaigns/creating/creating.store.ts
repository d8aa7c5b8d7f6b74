import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CampaignStatus } from '../../../shared/campaign.ts';
import type { Tx } from '../../platform/db.ts';
import type { NewCampaign } from './campaign-form.ts';

/** A second click, or a request that was sent again because its answer was lost. */
const sameFormSeconds = 10;

/** The campaign made by an order with this key: ever for a caller's own key, within some seconds for an equal form. */
export async function findRepeated(tx: Tx, userId: string, key: string): Promise<string | undefined> {
  const mine = tx.selectFrom('requests').select('id').where('user_id', '=', userId);
  const found = key.startsWith('form:')
    ? mine
        .where(sql<boolean>`starts_with(idempotency_key, ${`${key}:`})`)
        .where(sql<boolean>`created_at > clock_timestamp() - make_interval(secs => ${sameFormSeconds})`)
    : mine.where('idempotency_key', '=', key);
  return (await found.orderBy('id', 'desc').limit(1).executeTakeFirst())?.id;
}

/** How many campaigns of the user Zeus is working on. */
export async function countWorking(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('step_started_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds the campaign and answers its id. */
export async function insertCampaign(
  tx: Tx,
  { userId, key, status, campaign }: { userId: string; key: string; status: CampaignStatus; campaign: NewCampaign },
): Promise<string> {
  const { id } = await tx
    .insertInto('requests')
    .values({
      user_id: userId,
      keyword: campaign.keyword,
      search_keyword: campaign.keyword,
      type: campaign.type,
      status,
      search: campaign.type === 'BYOB' ? 'none' : 'waiting',
      min_dr: campaign.minDr,
      max_dr: campaign.maxDr,
      min_words: campaign.minWords,
      min_traffic: campaign.minTraffic,
      // Equal forms are compared by their age, so each keeps a key of its own.
      idempotency_key: key.startsWith('form:') ? `${key}:${randomUUID()}` : key,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
