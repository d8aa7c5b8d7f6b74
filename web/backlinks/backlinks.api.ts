// The calls about the backlinks of a campaign.
import type { Backlink } from '../../shared/backlink.ts';
import type { RemovalReason } from '../../shared/lead-values.ts';
import { listMatcher } from '../../shared/list-filter.ts';
import { callApi } from '../platform/api.ts';
import { type KeepRow, type RowCalls, rowsQuery, useRows, useSaveRows } from '../platform/rows.ts';

/** A reason is saved with one backlink at a time. */
export interface BacklinkChange extends KeepRow {
  readonly screened?: boolean;
  readonly removal_reason?: RemovalReason | null;
}

export const backlinkCalls: RowCalls<Backlink, BacklinkChange> = {
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

/** Returns a function that saves the decisions about any number of backlinks; the change shows at once. */
export const useSaveBacklinks = (campaignId: string) => useSaveRows(backlinkCalls, campaignId);
