// The screenshot of a page as returned by GET /data/backlinks/{id}/screenshot, and why there may be none.
import { z } from 'zod';
import { screenshotStates } from './backlink.ts';
import { linkProof, pageCheck } from './link-check.ts';

export const screenshotSize = { width: 1280, height: 800 } as const;
/** The one for lists. */
export const smallScreenshotSize = { width: 320, height: 200 } as const;
/** The one of a link: the part of the window around it. */
export const linkPictureSize = { width: 960, height: 600 } as const;

export const screenshotReasons = [
  'not-found',
  'no-such-host',
  'blocked',
  'timed-out',
  'not-a-page',
  'refused',
  'no-browser',
  'unavailable',
] as const;
export type ScreenshotReason = (typeof screenshotReasons)[number];

export const screenshot = z.object({
  state: z.enum(screenshotStates),
  /** With `failed` only. */
  reason: z.enum(screenshotReasons).optional(),
  /** URLs of the images, valid for some minutes without a token. With `ready`, and while a page is captured again. */
  url: z.string().optional(),
  small_url: z.string().optional(),
  /** What is shown in place of a screenshot. With `failed` only. */
  card: z
    .object({
      title: z.string(),
      description: z.string(),
      image_url: z.string().optional(),
      favicon_url: z.string(),
    })
    .optional(),
  /** What was seen of the link; absent if the backlink has no target, or before the first check. */
  link: linkProof.optional(),
  /** What the page said about itself when it was captured. */
  page: pageCheck.optional(),
});
export type Screenshot = z.infer<typeof screenshot>;
