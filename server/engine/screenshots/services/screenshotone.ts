// screenshotone.com: one GET returns the screenshot. With a secret the link is signed, as accounts may require.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../../../shared/parse-json.ts';
import { screenshotSize } from '../../../../shared/screenshot.ts';
import type { Call } from '../../provider.ts';
import { failed, type NoPicture, type ScreenshotProvider } from '../screenshot-provider.ts';
import { accountProblem, askService, pictureFrom } from './ask-service.ts';
import type { ServiceSettings } from './service-settings.ts';

const source = 'screenshotone';
const errorSchema = z.object({ error_code: z.string(), error_message: z.string().default('') });

export function screenshotOne({ key, secret, baseUrl = 'https://api.screenshotone.com' }: ServiceSettings) {
  return {
    source,
    take: (url, call) =>
      askService(call, addressOf(baseUrl, url, key, secret), {}, async (answer) => {
        if (answer.status === 200) return pictureFrom(await answer.bytes());
        return problemOf(call, answer.status, await answer.text());
      }),
  } satisfies ScreenshotProvider;
}

function addressOf(baseUrl: string, url: string, key: string, secret: string | undefined): URL {
  const query = new URLSearchParams({
    access_key: key,
    url,
    format: 'webp',
    image_quality: '70',
    viewport_width: String(screenshotSize.width),
    viewport_height: String(screenshotSize.height),
    block_cookie_banners: 'true',
    block_chats: 'true',
    timeout: '50',
  });
  if (secret) query.append('signature', createHmac('sha256', secret).update(query.toString()).digest('hex'));
  return new URL(`/take?${query}`, baseUrl);
}

function problemOf(call: Call, status: number, text: string): NoPicture {
  const parsed = errorSchema.safeParse(parseJson(text));
  if (!parsed.success) return failed('unavailable', `status ${status}`);
  const { error_code: code, error_message: message } = parsed.data;
  if (/^(?:access_key|signature|screenshots_limit)_/.test(code)) return accountProblem(call, source, code);
  if (code === 'timeout_error') return failed('timed-out', code);
  if (code === 'host_returned_error') return failed(/\b4(?:04|10)\b/.test(message) ? 'not-found' : 'blocked', message);
  return failed('unavailable', code);
}
