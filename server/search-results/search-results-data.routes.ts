import { Hono } from 'hono';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { noSuchCampaign } from '../campaigns/own-campaign.ts';
import type { Context } from '../platform/context.ts';
import { readBody } from '../platform/http/body.ts';
import { answerPage, listFields, readPathId, readQuery, rowList } from '../platform/http/list-query.ts';
import {
  keepSearchResult,
  keepSearchResults,
  listSearchResults,
  searchResultOrders,
} from './search-results-data.store.ts';

type Env = { Variables: { userId: string } };

export const searchResultsQuery = z.object({ campaignId: z.uuid(), ...listFields(searchResultOrders) });
export const searchResultChange = z.object({ keep: z.boolean() });
export const searchResultList = rowList(z.object({ id: z.uuid(), keep: z.boolean() }));
export const searchResultListQuery = z.object({ campaignId: z.uuid() });

/** The part of /data that is about search results. */
export function searchResultDataRoutes({ db }: Pick<Context, 'db'>) {
  return new Hono<Env>()
    .get('/search-results', async (c) => {
      const asked = readQuery(c, searchResultsQuery);
      return answerPage(c, await listSearchResults(db, c.get('userId'), asked), noSuchCampaign);
    })
    .patch('/search-results/:id', async (c) => {
      const { keep } = await readBody(c, searchResultChange);
      const row = await keepSearchResult(db, c.get('userId'), { id: readPathId(c), keep });
      if (!row) throw new AppError('not-found', 'There is no such search result.');
      return c.json(row);
    })
    .put('/search-results', async (c) => {
      const { campaignId } = readQuery(c, searchResultListQuery);
      const rows = await readBody(c, searchResultList);
      const updated = await keepSearchResults(db, c.get('userId'), { campaignId, rows });
      if (updated === null) throw new AppError('not-found', 'Some of these rows do not exist. Nothing was changed.');
      return c.json({ updated });
    });
}
