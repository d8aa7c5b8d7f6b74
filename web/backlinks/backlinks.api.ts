// The calls about the backlinks of a campaign.
import type { Backlink } from '../../shared/backlink.ts';
import { listMatcher } from '../../shared/list-filter.ts';
import { callApi } from '../platform/api.ts';
import { type KeepRow, type RowCalls, rowsQuery, useRows, useSaveRows } from '../platform/rows.ts';

export const backlinkCalls: RowCalls<Backlink, KeepRow & { screened?: boolean }> = {
  table: 'backlinks',
  noun: 'backlink',
  matcher: (filter) => listMatcher('backlinks', filter),
  list: (request) => callApi('GET /data/backlinks', request),
  saveOne: (request) => callApi('PATCH /data/backlinks/{id}', request),
  saveAll: (request) => callApi('PUT /data/backlinks', request),
  selectMatching: (request) => callApi('PUT /data/backlinks/selection', request),
  undo: (request) => callApi('POST /data/backlinks/undo', request),
};

/** All backlinks of a campaign, strongest first, as the server has them. */
export const backlinksQuery = (campaignId: string) => rowsQuery(backlinkCalls, campaignId);

/** All backlinks of a campaign, strongest first, including choices that are still being saved. */
export const useBacklinks = (campaignId: string, options?: { refetchInterval?: number | false }) =>
  useRows(backlinkCalls, campaignId, options);

/** Returns a function that saves `keep` and `screened` of any number of backlinks; the change shows at once. */
export const useSaveBacklinks = (campaignId: string) => useSaveRows(backlinkCalls, campaignId);
