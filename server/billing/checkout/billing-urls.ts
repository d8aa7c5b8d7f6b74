import type { Config } from '../../platform/config.ts';

/** Where the provider's pages lead back to. */
export function billingUrls({ web: { siteUrl } }: Pick<Config, 'web'>) {
  const billing = `${siteUrl}/billing`;
  return {
    billing,
    success: `${billing}?upgrade=success`,
    /** The provider puts the id of the session in. */
    paid: `${billing}?upgrade=success&session_id={CHECKOUT_SESSION_ID}`,
    cancelled: `${billing}?upgrade=cancelled`,
  };
}
