// Screenshots, and the URLs of picture files.
import { z } from 'zod';
import { perDay } from '../limits.ts';
import { screenshot } from '../screenshot.ts';
import type { Endpoints } from './endpoint.ts';
import { pathId } from './fields.ts';

const ofBacklink = z.object({ id: pathId('The backlink.', 'There is no such backlink.') });

export const pictureEndpoints = {
  'GET /data/backlinks/{id}/screenshot': {
    operationId: 'readScreenshot',
    tag: 'Backlinks',
    summary: 'Read the screenshot of a backlink',
    description: `While it is waiting, ask again when the event stream announces a change of the backlinks. A screenshot that failed more than an hour ago is retried, which counts as one of the ${perDay.screenshotRetries} retries per day; without any left, the failure is returned.`,
    params: ofBacklink,
    responses: {
      200: {
        description:
          'Its state: ready with the URLs of the pictures, or failed with the reason and what to show instead. While a page is captured again, it is waiting with the URLs of the earlier pictures.',
        schema: screenshot,
        example: {
          state: 'ready',
          url: '/files/pictures/3f9a.webp?until=1794736800&signature=…',
          small_url: '/files/pictures/3f9a-small.webp?until=1794736800&signature=…',
        },
      },
    },
  },
  'POST /api/backlinks/{id}/screenshot': {
    operationId: 'retryScreenshot',
    tag: 'Backlinks',
    summary: 'Retry the screenshot of a backlink',
    description: `One account can retry ${perDay.screenshotRetries} screenshots a day.`,
    params: ofBacklink,
    responses: { 200: { description: 'Its state.', schema: screenshot, example: { state: 'waiting' } } },
    errors: ['too-many-requests'],
  },
} satisfies Endpoints;

export const pictureFileEndpoints = {
  'GET /files/pictures/{name}': {
    operationId: 'readPicture',
    tag: 'Files',
    summary: 'Download a picture',
    description: 'By a URL that came with a screenshot: it is signed, valid for some minutes, and needs no token.',
    isPublic: true,
    params: z.object({ name: z.string().meta({ description: 'The file.', examples: ['3f9a.webp'] }) }),
    query: z.object({ until: z.string().default(''), signature: z.string().default('') }),
    responses: { 200: { description: 'The picture.', contentType: 'image/webp' } },
    errors: ['not-found'],
  },
  'GET /files/favicons/{hostname}': {
    operationId: 'readFavicon',
    tag: 'Files',
    summary: 'Download the favicon of a site',
    description: 'Always a picture: a letter where a site has no favicon.',
    isPublic: true,
    params: z.object({ hostname: z.string().meta({ description: 'The site.', examples: ['clubhouse.example'] }) }),
    query: z.object({
      size: z
        .union([z.string(), z.number()])
        .optional()
        .meta({ description: 'How large it will be shown, in pixels. Has no effect yet.' }),
    }),
    responses: { 200: { description: 'The favicon.', contentType: 'image/*' } },
  },
} satisfies Endpoints;
