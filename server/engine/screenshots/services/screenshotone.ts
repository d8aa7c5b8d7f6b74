// screenshotone.com: one GET returns the URL of the screenshot. With a secret the link is signed, as accounts may require. Repeating
// a call within four hours is free, so a lost answer is not paid for twice.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { screenshotSize } from '../../../../shared/screenshot.ts';
import { anyNumber, anyText, cut, nonsense, statusError } from '../../vendors/replies.ts';
import { type VendorReply, vendorError } from '../../vendors/vendor.ts';
import { budgets, noPicture, renderMs, type ScreenshotVendor } from './screenshot-vendor.ts';

const source = 'screenshotone';
const answerSchema = z.object({ screenshot_url: z.url() });
const errorSchema = z.object({ error_code: anyText, error_message: anyText });
const usageSchema = z.object({ available: anyNumber(0) });

export const screenshotOne: ScreenshotVendor = {
  source,
  baseUrl: 'https://api.screenshotone.com',
  // $17 a month for 2,000.
  limits: { perSecond: 2, perMinute: 40, concurrent: 10, ...budgets, dollarsPerUnit: 0.0085 },
  pictureRequest: ({ key, login: secret }, url) => ({
    path: `/take?${signed({ ...optionsOf(url), access_key: key }, secret)}`,
    timeoutMs: renderMs,
  }),
  readPicture(reply) {
    if (reply.status !== 200) return readProblem(reply);
    const parsed = answerSchema.safeParse(reply.json);
    if (!parsed.success) throw nonsense(source);
    return { answer: { pictureUrl: parsed.data.screenshot_url }, units: 1 };
  },
  check: ({ key }) => ({
    request: { path: `/usage?${new URLSearchParams({ access_key: key })}` },
    read(reply) {
      if (reply.status !== 200) throw statusError(source, reply);
      const parsed = usageSchema.safeParse(reply.json);
      if (!parsed.success) throw nonsense(source);
      if (parsed.data.available === 0) throw vendorError(source, 'quota', 'No screenshots are left.');
      return `${parsed.data.available} screenshots`;
    },
  }),
};

const optionsOf = (url: string) => ({
  ...{ url, format: 'webp', image_quality: '70', response_type: 'json', cache: 'true', timeout: '50' },
  viewport_width: String(screenshotSize.width),
  viewport_height: String(screenshotSize.height),
  ...{ block_cookie_banners: 'true', block_chats: 'true' },
});

function signed(options: Record<string, string>, secret: string): URLSearchParams {
  const query = new URLSearchParams(options);
  if (secret) query.append('signature', createHmac('sha256', secret).update(query.toString()).digest('hex'));
  return query;
}

function readProblem(reply: VendorReply) {
  const { error_code: code, error_message: message } = errorSchema
    .catch({ error_code: '', error_message: '' })
    .parse(reply.json);
  if (/^(?:access_key|signature)_/.test(code)) throw vendorError(source, 'auth', cut(`${code}: ${message}`));
  if (code.startsWith('screenshots_limit_')) throw vendorError(source, 'quota', cut(`${code}: ${message}`));
  if (code === 'timeout_error') return noPicture('timed-out', code);
  if (code === 'host_returned_error') {
    return noPicture(/\b4(?:04|10)\b/.test(message) ? 'not-found' : 'blocked', cut(message));
  }
  if (code === '' || reply.status === 429 || reply.status >= 500) throw statusError(source, reply, code);
  return noPicture('unavailable', code);
}
