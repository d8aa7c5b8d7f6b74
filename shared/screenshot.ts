// The picture of a page, as GET /data/backlinks/{id}/screenshot gives it, and why there may be none.
import { z } from 'zod';
import { screenshotStates } from './backlink.ts';

export const screenshotSize = { width: 1280, height: 800 } as const;
/** The one for lists. */
export const smallScreenshotSize = { width: 320, height: 200 } as const;

export const screenshotReasons = [
  'not-found',
  'blocked',
  'timed-out',
  'not-a-page',
  'refused',
  'no-browser',
  'unavailable',
] as const;
export type ScreenshotReason = (typeof screenshotReasons)[number];

/** What users read in place of the picture. */
export const screenshotReasonTexts: Record<ScreenshotReason, string> = {
  'not-found': 'This page does not exist any more.',
  blocked: 'This site does not let our browser in. Open the page yourself to see it.',
  'timed-out': 'This page took too long to load.',
  'not-a-page': 'This address leads to a file, not to a page.',
  refused: 'Our rules do not allow this address to be opened.',
  'no-browser':
    'There is no browser on the server to take screenshots with. Whoever runs Zeus can install one with: npm run install-browser',
  unavailable: 'This page could not be opened. The site may be down.',
};

export const screenshot = z.object({
  state: z.enum(screenshotStates),
  /** With `failed` only. */
  reason: z.enum(screenshotReasons).optional(),
  /** Addresses of the pictures; they are good for some minutes and need no token. With `ready` only. */
  url: z.string().optional(),
  small_url: z.string().optional(),
  /** What is shown in place of a picture. With `failed` only. */
  card: z
    .object({
      title: z.string(),
      description: z.string(),
      image_url: z.string().optional(),
      favicon_url: z.string(),
    })
    .optional(),
});
export type Screenshot = z.infer<typeof screenshot>;
