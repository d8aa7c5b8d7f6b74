import type { Config } from '../../platform/config.ts';

/** The URLs the provider's pages return to. */
export function billingUrls({ web: { siteUrl } }: Pick<Config, 'web'>) {
  const billing = `${siteUrl}/billing`;
  return {
    billing,
    success: `${billing}?upgrade=success`,
    /** A cheaper plan was chosen, which starts with the next month. */
    scheduled: `${billing}?upgrade=scheduled`,
    /** The provider inserts the session's id. */
    paid: `${billing}?upgrade=success&session_id={CHECKOUT_SESSION_ID}`,
    cancelled: `${billing}?upgrade=cancelled`,
  };
}
