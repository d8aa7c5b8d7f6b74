// The payment provider's webhook and, for the test checkout, the provider's own pages.
import { Hono } from 'hono';
import { standInPages } from '../payments/stand-in/pages/pages.routes.ts';
import { type BillingParts, standInSecret } from '../payments-of.ts';
import { receiveEvent } from './receive-event.ts';

export function webhookRoutes(parts: BillingParts) {
  return new Hono().post('/stripe/webhook', async (c) => {
    // The signature covers the raw body.
    const rawBody = await c.req.text();
    await receiveEvent(parts, { rawBody, signature: c.req.header('stripe-signature') ?? '' });
    return c.json({ received: true });
  });
}

/** The test checkout's pages; mounted only while payments are 'test', which production refuses. */
export function testPaymentRoutes(parts: BillingParts) {
  const { db, config } = parts;
  const secret = standInSecret(config);
  return standInPages({
    db,
    siteUrl: config.web.siteUrl,
    async tell(event) {
      const { signEvent } = await import('../payments/stand-in/open-stand-in.ts');
      await receiveEvent(parts, signEvent(event, secret));
    },
  });
}
