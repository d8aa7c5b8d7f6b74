// urlbox.com: one call renders the page and returns the URL of the image, which is valid for some weeks only.
import { z } from 'zod';
import { screenshotSize } from '../../../../shared/screenshot.ts';
import { cut, nonsense, statusError } from '../../vendors/replies.ts';
import { budgets, noPicture, renderMs, type ScreenshotVendor } from './screenshot-vendor.ts';

const source = 'urlbox';
const answerSchema = z.object({ renderUrl: z.url() });

export const urlbox: ScreenshotVendor = {
  source,
  baseUrl: 'https://api.urlbox.com',
  // $19 a month for 2,000.
  limits: { perSecond: 2, perMinute: 30, concurrent: 10, ...budgets, dollarsPerUnit: 0.0095 },
  pictureRequest: ({ login: secret }, url) => {
    const { width, height } = screenshotSize;
    const options = { format: 'webp', quality: 70, width, height, full_page: false, timeout: 50_000 };
    return {
      path: '/v1/render/sync',
      headers: { authorization: `Bearer ${secret}` },
      body: { url, ...options, hide_cookie_banners: true, block_ads: true },
      timeoutMs: renderMs,
    };
  },
  readPicture(reply) {
    // A page that cannot be rendered.
    if (reply.status === 400) return noPicture('unavailable', cut(reply.text));
    if (reply.status !== 200) throw statusError(source, reply);
    const parsed = answerSchema.safeParse(reply.json);
    if (!parsed.success) throw nonsense(source);
    return { answer: { pictureUrl: parsed.data.renderUrl }, units: 1 };
  },
};
