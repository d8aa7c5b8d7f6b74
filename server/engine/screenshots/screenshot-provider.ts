// Takes a screenshot of the top of a page. Our own browser is one provider (own/), paid services are others (services/).
// Failures are outcomes, never errors: a page that can't be captured is as ordinary as one that can.
import type { ScreenshotReason } from '../../../shared/screenshot.ts';
import type { Call } from '../provider.ts';

export interface TakenPicture {
  kind: 'taken';
  /** WebP, 1280×800. */
  full: Uint8Array;
  /** WebP for lists; the same as `full` if the provider cannot make one. */
  small: Uint8Array;
  /** The title of the page, if the provider knows it. */
  title?: string;
}

export interface NoPicture {
  kind: 'failed';
  reason: ScreenshotReason;
  /** For the log, never for users. */
  detail: string;
}

export type ScreenshotOutcome = TakenPicture | NoPicture;

export interface ScreenshotProvider {
  readonly source: string;
  /** Throws only when the caller's signal fires. */
  take(url: string, call: Call): Promise<ScreenshotOutcome>;
}

export const failed = (reason: ScreenshotReason, detail: string): NoPicture => ({ kind: 'failed', reason, detail });
