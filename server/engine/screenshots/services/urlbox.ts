// urlbox.com: one call renders the page and returns the URL of the image, which is valid for some weeks only.
import { z } from 'zod';
import { parseJson } from '../../../../shared/parse-json.ts';
import { screenshotSize } from '../../../../shared/screenshot.ts';
import type { OutboundResponse } from '../../../platform/outbound/outbound-response.ts';
import type { Call } from '../../provider.ts';
import { failed, type ScreenshotOutcome, type ScreenshotProvider } from '../screenshot-provider.ts';
import { accountProblem, askService, pictureFrom } from './ask-service.ts';
import type { ServiceSettings } from './service-settings.ts';

const source = 'urlbox';
const answerSchema = z.object({ renderUrl: z.url() });

export function urlbox({ key, secret = key, baseUrl = 'https://api.urlbox.com' }: ServiceSettings) {
  return {
    source,
    take(url, call) {
      const { width, height } = screenshotSize;
      const options = { format: 'webp', quality: 70, width, height, full_page: false, timeout: 50_000 };
      const request = {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url, ...options, hide_cookie_banners: true, block_ads: true }),
      } as const;
      return askService(call, new URL('/v1/render/sync', baseUrl), request, (answer) => read(call, answer));
    },
  } satisfies ScreenshotProvider;
}

async function read(call: Call, answer: OutboundResponse): Promise<ScreenshotOutcome> {
  const text = await answer.text();
  if (answer.status === 401 || answer.status === 403) return accountProblem(call, source, `status ${answer.status}`);
  if (answer.status !== 200) return failed('unavailable', `status ${answer.status}`);
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success) return failed('unavailable', 'the answer cannot be read');
  return askService(call, new URL(parsed.data.renderUrl), {}, async (picture) =>
    picture.status === 200 ? pictureFrom(await picture.bytes()) : failed('unavailable', `status ${picture.status}`),
  );
}
