// Separate from screenshot.ts, which imports zod: the browser only needs the texts.
import type { ScreenshotReason } from './screenshot.ts';

/** What users read in place of the screenshot. */
export const screenshotReasonTexts: Record<ScreenshotReason, string> = {
  'not-found': 'This page no longer exists.',
  'no-such-host': 'This site does not exist.',
  blocked: 'This site blocks our browser. Open the page yourself to see it.',
  'timed-out': 'This page took too long to load.',
  'not-a-page': 'This URL is a file, not a page.',
  refused: 'Zeus is not allowed to open this URL.',
  'no-browser':
    'The server has no browser to take screenshots with. The operator can install one with: npm run install-browser',
  unavailable: 'This page could not be opened. The site may be down.',
};
