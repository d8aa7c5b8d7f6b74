import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SkipRules } from '../../shared/api/campaigns.ts';
import type { CampaignStatus, CampaignType } from '../../shared/campaign.ts';
import type { SearchPlace } from '../../shared/search-place.ts';
import type { Targeting } from '../../shared/targeting-schema.ts';
import { maxKeywords } from '../../shared/targeting-values.ts';
import type { Tx } from '../platform/db.ts';

/** Covers a second click, or a request repeated because its answer was lost. */
const sameFormSeconds = 10;

interface Order {
  userId: string;
  key: string;
  /** How long ago the request arrived: one that had to wait for the first to be stored is still a repetition. */
  waitedMs: number;
}

export interface Repeated {
  id: string;
  /** The form it was created with; null for rows older than this column. */
  formHash: string | null;
}

/**
 * The campaigns created with this key, in the order of their keywords: at any time for a caller's own key, within some seconds for
 * an equal form.
 */
export async function findRepeated(tx: Tx, { userId, key, waitedMs }: Order): Promise<Repeated[]> {
  const mine = tx.selectFrom('requests').select(['id', 'form_hash as formHash']).where('user_id', '=', userId);
  const found = key.startsWith('form:')
    ? mine
        .where(sql<boolean>`starts_with(idempotency_key, ${`${key}:`})`)
        .where(sql<boolean>`created_at > now() - make_interval(secs => ${sameFormSeconds + waitedMs / 1000})`)
    : mine.where(
        'idempotency_key',
        'in',
        Array.from({ length: maxKeywords }, (_, place) => keyAt(key, place)),
      );
  return found.orderBy('id', 'desc').execute();
}

/** The key of each campaign of one form. Callers choose only what follows 'key:', so theirs never look like the others. */
const keyAt = (key: string, place: number) => (place === 0 ? key : `${place}:${key}`);

/** How many of the user's campaigns Zeus is working on. */
export async function countWorking(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('step_started_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** A campaign's form, after validation. */
export interface CampaignValues {
  type: CampaignType;
  keyword: string;
  minDr: number;
  maxDr: number;
  minWords: number;
  minTraffic: number;
  /** Where to search; null for own backlinks. */
  place: SearchPlace | null;
  skip: SkipRules;
  /** How many backlinks a Magic Search may deliver, if the user set a limit. */
  limit?: number;
  targeting?: Targeting;
}

export interface InsertedCampaign {
  userId: string;
  key: string;
  /** Its place among the campaigns of the same form. */
  place: number;
  formHash: string;
  status: CampaignStatus;
  campaign: CampaignValues;
}

/** Inserts the campaign and returns its id. */
export async function insertCampaign(
  tx: Tx,
  { userId, key, place, formHash, status, campaign }: InsertedCampaign,
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
      backlinks_left: campaign.limit ?? null,
      country: campaign.place?.country ?? null,
      language: campaign.place?.language ?? null,
      skip_blocked: campaign.skip.blocked,
      skip_in_campaign: campaign.skip.inCampaign,
      skip_linking_to_me: campaign.skip.linkingToMe,
      skip_contacted_days: campaign.skip.contactedDays,
      targeting: JSON.stringify(campaign.targeting ?? {}),
      // Equal forms are compared by age, so each row has a key of its own.
      form_hash: formHash,
      idempotency_key: key.startsWith('form:') ? `${key}:${randomUUID()}` : keyAt(key, place),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
