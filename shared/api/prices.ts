// What a step of a campaign can cost, before it is ordered.
import { z } from 'zod';
import { emailModes } from '../campaign-values.ts';
import type { Endpoints } from './endpoint.ts';
import { pathId } from './fields.ts';

const tag = 'Campaigns';
const ofCampaign = z.object({ id: pathId('The campaign.', 'There is no such campaign.') });

const backlinkPrice = z.object({
  results: z
    .int()
    .meta({ description: 'Kept search results that would be looked up; 0 for a Magic Search.', examples: [3] }),
  known: z
    .int()
    .meta({ description: 'Backlinks they are known to have, one for each linking domain.', examples: [39] }),
  unknown: z.int().meta({ description: 'How many of them have an unknown number of backlinks.', examples: [0] }),
  most: z.int().meta({ description: 'The most credits the order can use, whatever the balance.', examples: [39] }),
  balance: z.int().meta({ description: 'Backlink credits left.', examples: [60] }),
  keptIds: z
    .array(z.uuid())
    .meta({ description: 'The kept search results. Pass them on with the order: it starts only if these are kept.' }),
});
export type BacklinkPrice = z.output<typeof backlinkPrice>;

const likelyCost = z.object({
  low: z.int().meta({ examples: [22] }),
  high: z.int().meta({ examples: [35] }),
  basis: z.enum(['own', 'everyone']).meta({
    description: 'own: the user’s similar campaigns. everyone: those of several other users, summed up.',
  }),
});
export type LikelyCost = z.output<typeof likelyCost>;

const likely = likelyCost
  .nullable()
  .meta({ description: 'What similar campaigns used; null when there are too few of them.' });

const magicPrice = z.object({
  most: z
    .int()
    .meta({ description: 'The most credits one Magic Search can use, whatever the balance.', examples: [100] }),
  likely,
  balance: z.int().meta({ description: 'Backlink credits left.', examples: [60] }),
});
export type MagicPrice = z.output<typeof magicPrice>;

const emailPrice = z.object({
  backlinks: z.int().meta({ description: 'Kept backlinks that would be searched.', examples: [40] }),
  most: z.int().meta({ description: 'The most email credits it can use, whatever the balance.', examples: [200] }),
  likely,
  balance: z.int().meta({ description: 'Email credits left.', examples: [25] }),
  keptIds: z
    .array(z.uuid())
    .meta({ description: 'The kept backlinks. Pass them on with the order: it starts only if these are kept.' }),
});
export type EmailPrice = z.output<typeof emailPrice>;

const retryPrice = z.object({
  most: z.int().meta({ description: 'The most credits it can use, whatever the balance.', examples: [12] }),
  balance: z.int().meta({
    description: 'Credits left: email credits if contacts are missing, otherwise backlink credits.',
    examples: [60],
  }),
});
export type RetryPrice = z.output<typeof retryPrice>;

export const priceEndpoints = {
  'GET /data/magic-price': {
    operationId: 'priceMagicSearch',
    tag,
    summary: 'Read what a Magic Search can cost',
    description: 'For one campaign: what similar campaigns found, and the maximum. Nothing is charged.',
    responses: { 200: { description: 'The price.', schema: magicPrice } },
  },
  'GET /data/campaigns/{id}/backlink-price': {
    operationId: 'priceBacklinks',
    tag,
    summary: 'Read what getting backlinks would cost',
    description: 'For what POST /api/campaign/get-backlinks would order now. Nothing is charged.',
    params: ofCampaign,
    responses: { 200: { description: 'The price.', schema: backlinkPrice } },
  },
  'GET /data/campaigns/{id}/email-price': {
    operationId: 'priceEmails',
    tag,
    summary: 'Read what finding emails would cost',
    description:
      'For what POST /api/campaign/get-emails would order now in this mode: what similar campaigns used, and the maximum. Nothing is charged.',
    params: ofCampaign,
    query: z.object({ mode: z.enum(emailModes) }),
    responses: { 200: { description: 'The price.', schema: emailPrice } },
  },
  'GET /data/campaigns/{id}/retry-price': {
    operationId: 'priceRetry',
    tag,
    summary: 'Read what a retry can cost',
    description:
      'For what POST /api/campaign/{id}/retry would do now: only what failed, was stopped or lacked credits. Nothing is charged.',
    params: ofCampaign,
    responses: { 200: { description: 'The price.', schema: retryPrice } },
  },
} satisfies Endpoints;
