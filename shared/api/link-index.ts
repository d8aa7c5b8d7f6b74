// What the open link index has.
import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';

const contents = z.object({
  ranks: z
    .object({
      release: z.string().meta({ examples: ['cc-main-2026-apr-may-jun'] }),
      domains: z.int().meta({ description: 'Domains that have a rating.', examples: [10_000_000] }),
    })
    .nullable()
    .meta({ description: 'The release of Common Crawl’s web graph that ratings come from; null: none is loaded.' }),
  graph: z
    .object({
      release: z.string().meta({ examples: ['cc-main-2026-apr-may-jun'] }),
      domains: z.int().meta({ examples: [121_091_933] }),
      links: z.int().meta({ description: 'Links between domains.', examples: [3_902_808_757] }),
    })
    .nullable()
    .meta({ description: 'The web graph from which referring domains are read; null: none is loaded here.' }),
  crawls: z
    .array(
      z.object({
        name: z.string().meta({ examples: ['CC-MAIN-2026-30'] }),
        pages: z.int().meta({ examples: [21_500_000] }),
        links: z.int().meta({ examples: [86_000_000] }),
        share: z
          .number()
          .meta({ description: 'The part of the crawl’s files that is loaded, 0 to 1.', examples: [0.01] }),
      }),
    )
    .meta({ description: 'The crawls of which pages are searched, newest first.' }),
});
export type LinkIndexContents = z.output<typeof contents>;

export const linkIndexEndpoints = {
  'GET /data/link-index': {
    operationId: 'readLinkIndex',
    tag: 'Campaigns',
    summary: 'Read what the Zeus index has from Common Crawl',
    description: 'Does not include the pages that Zeus has crawled itself.',
    responses: { 200: { description: 'Its contents.', schema: contents } },
  },
} satisfies Endpoints;
