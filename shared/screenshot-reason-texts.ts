// Apart from screenshot.ts, which brings zod: the browser only needs the words.
import type { ScreenshotReason } from './screenshot.ts';

/** What users read in place of the picture. */
export const screenshotReasonTexts: Record<ScreenshotReason, string> = {
  'not-found': 'This page does not exist any more.',
  'no-such-host': 'This site does not exist.',
  blocked: 'This site does not let our browser in. Open the page yourself to see it.',
  'timed-out': 'This page took too long to load.',
  'not-a-page': 'This address leads to a file, not to a page.',
  refused: 'Our rules do not allow this address to be opened.',
  'no-browser':
    'There is no browser on the server to take screenshots with. Whoever runs Zeus can install one with: npm run install-browser',
  unavailable: 'This page could not be opened. The site may be down.',
};
