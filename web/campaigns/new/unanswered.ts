// Campaigns that were sent without an answer: whether they have started is not known. The same form sent again has the same key, also
// after a reload, so that the server creates them once.
import { keepDraft, readDraft } from '../../platform/drafts.ts';
import type { NewCampaign } from '../campaigns.api.ts';

interface Unanswered {
  readonly campaign: NewCampaign;
  readonly key: string;
  readonly sentAt: number;
}

/** Whoever sends the same form later wants another campaign. */
const repeatedWithinMs = 15 * 60_000;

const name = 'unanswered-campaigns';
const none: readonly Unanswered[] = [];

const readAll = () => readDraft(name, none).filter(({ sentAt }) => Date.now() - sentAt < repeatedWithinMs);
const isSame = (a: NewCampaign, b: NewCampaign) => JSON.stringify(a) === JSON.stringify(b);

const without = (campaign: NewCampaign) => readAll().filter((one) => !isSame(one.campaign, campaign));

/** The key that the same form was sent with, if its answer is missing. */
export function keySent(campaign: NewCampaign): string | undefined {
  return readAll().find((one) => isSame(one.campaign, campaign))?.key;
}

export function noteSent(campaign: NewCampaign, key: string) {
  keepDraft(name, none, [...without(campaign), { campaign, key, sentAt: Date.now() }]);
}

export function noteAnswer(campaign: NewCampaign) {
  keepDraft(name, none, without(campaign));
}

/** The limit that the same search was sent with: with another one it would be another search. */
export function limitSent(campaign: NewCampaign): number | undefined {
  const sent = readAll().find((one) => isSame({ ...one.campaign, limit: undefined }, campaign));
  return typeof sent?.campaign.limit === 'number' ? sent.campaign.limit : undefined;
}
