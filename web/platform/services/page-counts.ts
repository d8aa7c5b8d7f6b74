// Page counts by Plausible: which kind of page was opened, never which campaign.
import { init } from '@plausible-analytics/tracker';
import type { BrowserServices } from '../../../shared/public-settings.ts';

const anId = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

export function openPageCounts({ domain, endpoint }: NonNullable<BrowserServices['analytics']>) {
  init({
    domain,
    endpoint: `${endpoint}/api/event`,
    logging: false,
    bindToWindow: false,
    transformRequest: (payload) => ({ ...payload, u: withoutIds(payload.u) }),
  });
}

/** The URL without ids, query and fragment, which may identify a campaign, a plan or a token. */
export function withoutIds(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(anId, 'id');
}
