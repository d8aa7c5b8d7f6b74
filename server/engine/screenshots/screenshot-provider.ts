// Takes a screenshot of the top of a page. Our own browser is one provider (own/), paid services are others (services/).
// Failures of a page are outcomes, not errors: one that can't be captured is as ordinary as one that can.
import type { ScreenshotReason } from '../../../shared/screenshot.ts';
import type { Call } from '../provider.ts';

/** The page as the browser shows it, after its scripts have run. */
export interface RenderedPage {
  url: string;
  status: number;
  /** X-Robots-Tag; '' for none. */
  robotsHeader: string;
  html: string;
  /** The HTML was too long; this is its first part. */
  partial?: true;
}

/** A link to show: its href as it is on the page, and its text in case several links have the same href. */
export interface LinkToShow {
  href: string;
  text: string;
}

export interface TakenPicture {
  kind: 'taken';
  /** WebP, 1280×800. */
  full: Uint8Array;
  /** WebP for lists; the same as `full` if the provider cannot make one. */
  small: Uint8Array;
  /** The title of the page, if the provider knows it. */
  title?: string;
  /** Only from our own browser. */
  page?: RenderedPage;
  /** A JPEG of 960×600 for each link that was asked for, with a box around it; null if visitors can't see the link. */
  links?: (Uint8Array | null)[];
}

export interface TakeOptions {
  /** Decides which links to show. It runs while the page is open. */
  linksToShow?: (page: RenderedPage) => readonly LinkToShow[];
}

export interface NoPicture {
  kind: 'failed';
  reason: ScreenshotReason;
  /** For the log, never for users. */
  detail: string;
}

export type ScreenshotOutcome = TakenPicture | NoPicture;

/** No picture can be taken at the moment, whatever the page: it is tried again later. */
export class NoPictureNow extends Error {
  override name = 'NoPictureNow';
}

export interface ScreenshotProvider {
  readonly source: string;
  /** Throws only when the caller's signal fires, or NoPictureNow. */
  take(url: string, call: Call, options?: TakeOptions): Promise<ScreenshotOutcome>;
}

export const failed = (reason: ScreenshotReason, detail: string): NoPicture => ({ kind: 'failed', reason, detail });
