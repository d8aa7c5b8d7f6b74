// Creates a campaign and starts its first step in one transaction. The same form sent twice creates one campaign.
import { createHash } from 'node:crypto';
import type { CampaignForm } from '../../../shared/api/campaigns.ts';
import type { CampaignStatus } from '../../../shared/campaign.ts';
import { AppError } from '../../../shared/errors.ts';
import { insertOwnBacklinks } from '../../backlinks/backlinks.store.ts';
import { countWorking, findRepeated, insertCampaign, type Repeated } from '../../campaigns/new-campaigns.store.ts';
import { lockBalance } from '../../credits/credits.store.ts';
import { domainOf } from '../../engine/pages/page-url.ts';
import { requestScreenshots } from '../../pictures/request-screenshots.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { listHistories } from '../../prospects/leave-out-known.ts';
import { limitDay } from '../../users/limit-day.ts';
import { saveSearchPlace } from '../../users/profiles.store.ts';
import { startStep } from '../conducting/start-step.ts';
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

/** Returns the id. Throws AppError: bad-input, bad-urls, no-user, no-credit, key-reused, too-many-requests. */
export async function createCampaign(
  ctx: Pick<Context, 'db' | 'queue'>,
  { userId, form, idempotencyKey }: CampaignOrder,
): Promise<string> {
  const campaign = readCampaignForm(form);
  const formHash = hashOf(campaign);
  const key = idempotencyKey === undefined ? `form:${formHash}` : `key:${idempotencyKey}`;
  return ctx.db.kysely.transaction().execute(async (tx) => {
    // Locking the profile serializes concurrent requests of one user.
    const balance = await lockBalance(tx, userId, 'backlink');
    if (balance === undefined) throw new AppError('no-user', 'No user, please contact support.');
    const repeated = await findRepeated(tx, userId, key);
    if (repeated) return sameOrder(repeated, formHash);
    if (balance < 1 && campaign.type !== 'BYOB') {
      throw new AppError('no-credit', "You don't have enough credits to create a campaign.");
    }
    if ((await countWorking(tx, userId)) >= maxWorking) {
      throw new AppError(
        'too-many-requests',
        `Zeus is working on ${maxWorking} of your campaigns. Please start this one when some of them are done.`,
      );
    }
    await limitDay(tx, { userId, what: 'campaigns' });
    await limitDay(tx, { userId, what: 'ownBacklinks', uses: campaign.urls.length });
    const status = firstStatus[campaign.type];
    const campaignId = await insertCampaign(tx, { userId, key, formHash, status, campaign });
    if (campaign.place !== null) await saveSearchPlace(tx, userId, campaign.place);
    if (campaign.urls.length > 0) await addOwnBacklinks(ctx, tx, { userId, campaignId, urls: campaign.urls });
    await startStep(ctx, tx, { userId, campaignId, status });
    return campaignId;
  });
}

async function addOwnBacklinks(
  ctx: Pick<Context, 'queue'>,
  tx: Tx,
  { urls, ...owner }: { userId: string; campaignId: string; urls: readonly string[] },
): Promise<void> {
  const sites = urls.map((url) => ({ url, domain: domainOf(url) }));
  const domains = [...new Set(sites.map(({ domain }) => domain))];
  // A user's own list is never shortened; what is known about its sites is shown next to them.
  const histories = await listHistories(tx, owner, domains);
  const pages = sites.map((one) => ({ ...one, history: histories.get(one.domain) ?? null }));
  await insertOwnBacklinks(tx, owner, pages);
  await requestScreenshots(ctx, tx, owner);
}

/** A key belongs to one request forever; using it with another form is a mistake of the caller. */
function sameOrder({ id, formHash: ordered }: Repeated, formHash: string): string {
  if (ordered === null || ordered === formHash) return id;
  const message = 'This Idempotency-Key was used for a campaign with a different form. Please send a new key.';
  throw new AppError('key-reused', message);
}

function hashOf(campaign: NewCampaign): string {
  return createHash('sha256').update(JSON.stringify(campaign)).digest('base64url');
}
