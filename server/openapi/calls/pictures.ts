// The calls on screenshots, and the addresses of picture files.
import { perDay } from '../../../shared/limits.ts';
import { screenshot } from '../../../shared/screenshot.ts';
import type { Call } from '../call.ts';
import { ids } from '../examples.ts';

const ofBacklink = { id: { about: 'The backlink.', example: ids.backlink } };

export const pictureCalls: readonly Call[] = [
  {
    method: 'get',
    path: '/data/backlinks/{id}/screenshot',
    group: 'Backlinks',
    summary: 'Find the screenshot of a backlink',
    about: `While it waits, ask again when the event stream tells of a change of the backlinks. One that failed more than an hour ago is taken again, which counts as one of the day's ${perDay.screenshotRetries} retries; without any left, the failure is answered.`,
    params: ofBacklink,
    answers: [
      {
        status: 200,
        about:
          'How it stands; with ready the addresses of the pictures, with failed why and what to show in its place.',
        schema: screenshot,
        example: {
          state: 'ready',
          url: '/files/pictures/3f9a.webp?until=1794736800&signature=…',
          small_url: '/files/pictures/3f9a-small.webp?until=1794736800&signature=…',
        },
      },
    ],
    errors: ['not-found'],
  },
  {
    method: 'post',
    path: '/api/backlinks/{id}/screenshot',
    group: 'Backlinks',
    summary: 'Take the screenshot of a backlink again',
    params: ofBacklink,
    about: `One account can retry ${perDay.screenshotRetries} screenshots a day.`,
    answers: [{ status: 200, about: 'How it stands.', schema: screenshot, example: { state: 'waiting' } }],
    errors: ['not-found', 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/files/pictures/{name}',
    group: 'Files',
    summary: 'Read a picture',
    about: 'By an address given with a screenshot: it is signed, good for some minutes, and needs no token.',
    open: true,
    params: { name: { about: 'The file, with until and signature as they were given.', example: '3f9a.webp' } },
    answers: [{ status: 200, about: 'The picture.', type: 'image/webp' }],
    errors: ['not-found'],
  },
  {
    method: 'get',
    path: '/files/favicons/{hostname}',
    group: 'Files',
    summary: 'Read the icon of a site',
    about: 'For everybody, and always a picture: where a site has no icon, a letter.',
    open: true,
    params: { hostname: { about: 'The site.', example: 'clubhouse.example' } },
    answers: [{ status: 200, about: 'The icon.', type: 'image/*' }],
  },
];
