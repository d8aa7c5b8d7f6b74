// Creates one campaign per keyword and starts their first step, all in one transaction. The same form sent twice creates them once.
import { createHash } from 'node:crypto';
import type { CampaignForm } from '../../../shared/api/campaigns.ts';
import type { CampaignStatus } from '../../../shared/campaign.ts';
import { AppError } from '../../../shared/errors.ts';
import { insertOwnBacklinks } from '../../backlinks/backlinks.store.ts';
import { hasPayments } from '../../billing/stores/records.store.ts';
import {
  countWorking,
  findRepeated,
  type InsertedCampaign,
  insertCampaign,
  type Repeated,
} from '../../campaigns/new-campaigns.store.ts';
import { hasBoughtCredits, lockBalance } from '../../credits/credits.store.ts';
import { domainOf } from '../../engine/pages/page-url.ts';
import { bestDateSupport } from '../../engine/search/publication-dates.ts';
import { searchSources } from '../../engine/search/sources.ts';
import { requestScreenshots } from '../../pictures/request-screenshots.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { isPrivateTarget } from '../../platform/outbound/connecting/target.ts';
import { listHistories } from '../../prospects/leave-out-known.ts';
import { limitDay } from '../../users/limit-day.ts';
import { saveSearchPlace } from '../../users/profiles.store.ts';
import { startStep } from '../orchestration/start-step.ts';
import { type NewCampaign, readCampaignForm } from './campaign-form.ts';

/** Keeps one user from filling the queue: further campaigns must wait until some of these are done. */
const maxWorking = 20;

const firstStatus = {
  'Guest Posts': 'Waiting for Search Results',
  'Magic Campaign': 'Waiting for Backlinks',
  BYOB: 'Analyzing Backlinks',
} as const satisfies Record<NewCampaign['type'], CampaignStatus>;

export interface CampaignOrder {
  userId: string;
  form: CampaignForm;
  /** Set by the caller: requests with the same key are one. Without it, equal forms within some seconds are. */
  idempotencyKey?: string | undefined;
}

type Parts = Pick<Context, 'db' | 'queue' | 'config' | 'log' | 'vendorOutbound' | 'practice'>;

/**
 * Returns the ids, in the order of the keywords. Either all campaigns are created or none. Throws AppError: bad-input, bad-urls,
 * no-user, no-credit, key-reused, too-many-requests.
 */
export async function createCampaigns(ctx: Parts, { userId, form, idempotencyKey }: CampaignOrder): Promise<string[]> {
  const arrivedAt = performance.now();
  const campaigns = readCampaignForm(form, {
    dateSupport: () => bestDateSupport(searchSources(ctx)),
    isPrivate: (url) => isPrivateTarget(url, ctx.practice),
  });
  const formHash = hashOf(campaigns);
  const key = idempotencyKey === undefined ? `form:${formHash}` : `key:${idempotencyKey}`;
  return ctx.db.kysely.transaction().execute(async (tx) => {
    // Locking the profile serializes concurrent requests of one user.
    const balance = await lockBalance(tx, userId, 'backlink');
    if (balance === undefined) throw new AppError('no-user', 'No user, please contact support.');
    const repeated = await findRepeated(tx, { userId, key, waitedMs: performance.now() - arrivedAt });
    if (repeated.length > 0) return sameOrder(repeated, formHash);
    if (balance < 1 && campaigns.some(({ type }) => type !== 'BYOB')) {
      throw new AppError('no-credit', "You don't have enough credits to create a campaign.");
    }
    refuseTooMany(await countWorking(tx, userId), campaigns.length);
    await limitCampaigns(ctx, tx, { userId, uses: campaigns.length });
    await limitDay(tx, { userId, what: 'ownBacklinks', uses: campaigns.flatMap(({ urls }) => urls).length });
    const ids: string[] = [];
    // Lists show the newest first: the last keyword is inserted first, so that they appear in the order of the form.
    for (const [place, campaign] of [...campaigns.entries()].reverse()) {
      ids.unshift(await addCampaign(ctx, tx, { userId, key, place, formHash, campaign }));
    }
    return ids;
  });
}

/** Search results cost the operator money but no credits, so accounts that have never paid get fewer where plans are sold. */
async function limitCampaigns({ config }: Pick<Context, 'config'>, tx: Tx, use: { userId: string; uses: number }) {
  const hasPaid = async () => (await hasBoughtCredits(tx, use.userId)) || (await hasPayments(tx, use.userId));
  if (config.payments.mode === 'stripe' && !(await hasPaid())) await limitDay(tx, { ...use, what: 'freeCampaigns' });
  await limitDay(tx, { ...use, what: 'campaigns' });
}

function refuseTooMany(working: number, wanted: number): void {
  if (working + wanted <= maxWorking) return;
  const left = Math.max(0, maxWorking - working);
  const message =
    left === 0 || wanted === 1
      ? `Zeus is working on ${working} of your campaigns. Please start this one when some of them are done.`
      : `Zeus works on ${maxWorking} of your campaigns at once, and ${working} are in progress. Please start at most ${left} now.`;
  throw new AppError('too-many-requests', message);
}

type AddedCampaign = Omit<InsertedCampaign, 'status'> & { campaign: NewCampaign };

async function addCampaign(ctx: Parts, tx: Tx, { campaign, ...order }: AddedCampaign): Promise<string> {
  const { userId } = order;
  const status = firstStatus[campaign.type];
  const campaignId = await insertCampaign(tx, { ...order, status, campaign });
  if (campaign.place !== null) await saveSearchPlace(tx, userId, campaign.place);
  if (campaign.urls.length > 0) await addOwnBacklinks(ctx, tx, { userId, campaignId, ...campaign });
  await startStep(ctx, tx, { userId, campaignId, status });
  return campaignId;
}

async function addOwnBacklinks(
  ctx: Pick<Context, 'queue'>,
  tx: Tx,
  { userId, campaignId, urls, target }: { userId: string; campaignId: string } & Pick<NewCampaign, 'urls' | 'target'>,
): Promise<void> {
  const owner = { userId, campaignId };
  const sites = urls.map((url) => ({ url, domain: domainOf(url) }));
  const domains = [...new Set(sites.map(({ domain }) => domain))];
  // A user's own list is never shortened; what is known about its sites is shown next to them.
  const histories = await listHistories(tx, owner, domains);
  const pages = sites.map((one) => ({ ...one, history: histories.get(one.domain) ?? null }));
  await insertOwnBacklinks(tx, { ...owner, target }, pages);
  await requestScreenshots(ctx, tx, owner);
}

/** A key belongs to one request forever; using it with another form is a mistake of the caller. */
function sameOrder(repeated: readonly Repeated[], formHash: string): string[] {
  const isSame = repeated.every(({ formHash: ordered }) => ordered === null || ordered === formHash);
  if (isSame) return repeated.map(({ id }) => id);
  const message = 'This Idempotency-Key was used for a campaign with a different form. Please send a new key.';
  throw new AppError('key-reused', message);
}

function hashOf(campaigns: readonly NewCampaign[]): string {
  const [first, ...others] = campaigns;
  // A single campaign has the hash it had before there could be several.
  const text = JSON.stringify(others.length === 0 ? first : campaigns);
  return createHash('sha256').update(text).digest('base64url');
}
