// The result of a campaign, for comparing two that must be equal.
import type { Database } from '../platform/db.ts';

/** Everything the user could see or pay for, without ids and times. */
export async function outcomeOf({ sql }: Database, { userId, campaignId }: { userId: string; campaignId: string }) {
  return {
    campaign:
      await sql`select status, status_message, failed_step, progress_done, progress_total, mode, search, left_out,
        over_limit, backlinks_left
      from requests where id = ${campaignId}`,
    results: await sql`select position, url, title, domain_rating, keep, backlink_search
      from search_results where requests_id = ${campaignId} order by position`,
    backlinks:
      await sql`select url_from, url_to, title, anchor, domain, domain_rating, ahrefs_rank, keep, contact_search,
      contact_search_problem, domain_search from backlinks where requests_id = ${campaignId} order by url_from`,
    contacts: await sql`select url_from, first_name, last_name, position, email_state, email, type, verification,
      contacts.source, page, twitter, highlighted, contacts.keep
      from contacts join backlinks on backlinks.id = backlink_id where request_id = ${campaignId}
      order by url_from, email, first_name, last_name`,
    ledger: await sql`select kind, delta, case when reason like 'backlink:%' then 'backlink:' || (details ->> 'url')
        else replace(reason, ${campaignId}, 'campaign') end as reason
      from credit_entries where user_id = ${userId} order by 1, 3`,
    balance: await sql`select credits, email_credits from profiles where id = ${userId}`,
  };
}
