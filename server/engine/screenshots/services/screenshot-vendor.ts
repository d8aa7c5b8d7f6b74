// Screenshots by a paid service. Anyone's page may lead to a call, even without credits, so the calls are in the ledger of vendors:
// they keep to a budget, and a job that runs again does not pay again. A vendor file states the request and reads the answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type ScreenshotReason, screenshotReasons, screenshotSize } from '../../../../shared/screenshot.ts';
import { pictureType } from '../../../platform/files/picture-type.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { type Call, ProviderError } from '../../provider.ts';
import { askVendor } from '../../vendors/ask-vendor.ts';
import type {
  Question,
  Vendor,
  VendorAnswer,
  VendorContext,
  VendorReply,
  VendorRequest,
} from '../../vendors/vendor.ts';
import { failed, type ScreenshotOutcome, type ScreenshotProvider } from '../screenshot-provider.ts';

const pictureAnswer = z.union([
  z.object({ pictureUrl: z.url() }),
  z.object({ reason: z.enum(screenshotReasons), detail: z.string() }),
]);
type PictureAnswer = z.infer<typeof pictureAnswer>;

export interface ScreenshotVendor extends Vendor {
  pictureRequest(account: VendorContext['account'], url: string): VendorRequest;
  /** Throws ProviderError if the service fails. A page that it cannot capture is an answer. */
  readPicture(reply: VendorReply): VendorAnswer<PictureAnswer>;
}

/** Fewer than those of other vendors, because no user pays for screenshots. */
export const budgets = { dollarsPerDay: 2, dollarsPerMonth: 20 };
/** A service renders the page while we wait. */
export const renderMs = 75_000;
/** For a job that runs again; the page itself is captured once a week. */
const lifetimeSeconds = 3600;
/** How long to wait for a free slot, or for another job that asks about the same page. */
const maxWaitMs = 60_000;
const downloadLimits = { firstByteMs: 30_000, totalMs: 60_000, maxBodyBytes: 8 * 1024 * 1024 };

/** The answer about a page that has no picture. It costs nothing and is not kept, so that users can try again. */
export const noPicture = (reason: ScreenshotReason, detail: string): VendorAnswer<PictureAnswer> => ({
  ...{ answer: { reason, detail }, units: 0, lifetimeSeconds: 0 },
});

export function screenshotsByVendor(context: VendorContext & { vendor: ScreenshotVendor }): ScreenshotProvider {
  const { vendor, account } = context;
  const questionOf = (url: string): Question<PictureAnswer> => ({
    ...{ capability: 'screenshots', identity: { url, ...screenshotSize }, lifetimeSeconds, maxUnits: 1 },
    ...{ request: vendor.pictureRequest(account, url), schema: pictureAnswer },
    read: (reply) => vendor.readPicture(reply),
  });
  return {
    source: vendor.source,
    async take(url, call) {
      try {
        const answer = await askWithRetries(context, questionOf(url), call);
        if (answer === null) return failed('unavailable', 'the service has no picture');
        return 'reason' in answer ? failed(answer.reason, answer.detail) : await download(answer.pictureUrl, call);
      } catch (error) {
        call.signal?.throwIfAborted();
        if (error instanceof ProviderError || error instanceof OutboundError)
          return failed('unavailable', error.message);
        throw error;
      }
    },
  };
}

/** Like askVendor, but also waits where a job would come back later. */
async function askWithRetries(context: VendorContext, question: Question<PictureAnswer>, { signal }: Call) {
  const until = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await askVendor(context, question, { signal });
    } catch (error) {
      const { kind, retryAfterSeconds } = error instanceof ProviderError ? error : {};
      if (kind !== 'pending' || retryAfterSeconds === undefined) throw error;
      if (performance.now() + retryAfterSeconds * 1000 > until) throw error;
      await sleep(retryAfterSeconds * 1000, undefined, signal ? { signal } : {});
    }
  }
}

/** The picture as the service made it; there is no smaller one. Throws OutboundError. */
async function download(url: string, { outbound, signal }: Call): Promise<ScreenshotOutcome> {
  const answer = await outbound.request(new URL(url), { limits: downloadLimits, ...(signal ? { signal } : {}) });
  if (answer.status !== 200) return failed('unavailable', `the picture has status ${answer.status}`);
  const bytes = await answer.bytes();
  if (pictureType(bytes)?.extension !== 'webp') return failed('unavailable', 'the service sent no picture');
  return { kind: 'taken', full: bytes, small: bytes };
}
