import { sql } from 'kysely';
import type { CampaignStatus } from '../../../shared/campaign.ts';
import type { Kdb, Tx } from '../../platform/db.ts';
import { failBacklinkSearches } from '../../search-results/search-results.store.ts';

export interface StillCampaign {
  userId: string;
  campaignId: string;
  status: CampaignStatus;
  /** For how long nothing has moved. */
  seconds: number;
}

const atOnce = 500;

// A step that moves touches the campaign's row with each new count.
const stillness = sql<number>`extract(epoch from clock_timestamp() - greatest(step_started_at, updated_at))::int`;

function stillFor(db: Kdb, seconds: number) {
  return (
    db
      .selectFrom('requests')
      .select(['user_id as userId', 'id as campaignId', 'status', stillness.as('seconds')])
      // The time of the statement, because an index cannot be asked for one that changes while it is read.
      .where('step_started_at', '<', sql<Date>`statement_timestamp() - make_interval(secs => ${seconds})`)
      .where(stillness, '>=', seconds)
  );
}

/** All campaigns that Zeus works on and on which nothing has moved for so long, by id, a page at a time. */
export async function* pagesOfStill(db: Kdb, seconds: number): AsyncGenerator<StillCampaign[]> {
  let last: StillCampaign | undefined;
  do {
    const page = await readStill(db, seconds, last);
    if (page.length > 0) yield page;
    last = page.length < atOnce ? undefined : page.at(-1);
  } while (last);
}

async function readStill(db: Kdb, seconds: number, after: StillCampaign | undefined): Promise<StillCampaign[]> {
  const rows = await stillFor(db, seconds)
    .$if(after !== undefined, (query) => query.where('id', '>', after?.campaignId ?? ''))
    .orderBy('id')
    .limit(atOnce)
    .execute();
  return rows as StillCampaign[];
}

/** The same for one, kept as it is until the transaction ends. */
export async function isStill(tx: Tx, campaignId: string, seconds: number): Promise<StillCampaign | undefined> {
  const row = await stillFor(tx, seconds).where('id', '=', campaignId).forNoKeyUpdate().executeTakeFirst();
  return row as StillCampaign | undefined;
}

/** Ends all waiting of a campaign as failed. Rows are locked by id, as everywhere. */
export async function failWaiting(tx: Tx, campaignId: string): Promise<void> {
  await sql`update requests set search = 'failed', search_failure = null where id = ${campaignId} and search = 'waiting'`.execute(
    tx,
  );
  await failBacklinkSearches(tx, campaignId);
  await sql`update backlinks set
      page_read = case page_read when 'waiting' then 'done' else page_read end,
      page_problem = case page_read when 'waiting' then 'Zeus could not look at this page.' else page_problem end,
      contact_search = case when contact_search <> 'waiting' then contact_search when keep then 'failed' else 'none' end
    where id in (
      select id from backlinks where requests_id = ${campaignId} and (page_read = 'waiting' or contact_search = 'waiting')
      order by id for no key update)`.execute(tx);
}
