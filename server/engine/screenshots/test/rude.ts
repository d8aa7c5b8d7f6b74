// Pages that aren't pages, redirect their visitors, or tamper with the browser.
import { type HostilePage, head, page, script } from './hostile-page.ts';

const taken = ['taken'] as const;
const blocked = ['blocked'] as const;
const file = ['not-a-page'] as const;
const attachment = { 'content-disposition': 'attachment; filename=x.zip', 'content-type': 'application/zip' };

export const rude: readonly HostilePage[] = [
  head('download', file, () => ({ status: 200, headers: attachment, body: 'PK' })),
  head('download-as-page', file, () => ({
    status: 200,
    headers: { 'content-disposition': 'attachment' },
    body: '<p>x',
  })),
  script('download-on-load', ['taken', 'not-a-page'], ({ here }) => `location.href='${here('/download')}'`),
  page(
    'download-by-link',
    taken,
    ({ here }) => `<a download href="${here('/download')}"></a><script>document.links[0].click()</script>`,
  ),
  page('download-by-frame', taken, ({ here }) => `<iframe src="${here('/download')}"></iframe>`.repeat(20)),
  head('a-pdf', file, () => ({ status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' })),
  head('a-film', file, () => ({ status: 200, headers: { 'content-type': 'video/mp4' }, body: '\0\0' })),
  head('json', file, () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' })),
  head('asks-for-a-password', blocked, () => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } })),
  head('forbidden', blocked, () => ({ status: 403, body: 'no' })),
  head('too-many', blocked, () => ({ status: 429 })),
  head('wall', blocked, () => ({ status: 200, body: '<title>Just a moment...</title><p>Checking your browser' })),
  head('gone', ['not-found'], () => ({ status: 410 })),
  head('broken', ['unavailable'], () => ({ status: 500, body: 'error' })),
  head('poses-as-the-proxy', ['unavailable', 'blocked'], () => ({
    status: 407,
    headers: { 'proxy-authenticate': 'Basic' },
  })),
  script('print-on-load', taken, () => 'print()'),
  script('print-forever', ['taken', 'timed-out'], () => 'setInterval(print,10)'),
  script('closes-itself', ['taken', 'unavailable', 'refused'], () => 'window.close()'),
  script(
    'wants-permissions',
    taken,
    () =>
      'navigator.geolocation.getCurrentPosition(()=>0);Notification.requestPermission();navigator.mediaDevices?.getUserMedia({video:true}).catch(()=>0);navigator.clipboard?.readText().catch(()=>0);document.documentElement.requestFullscreen().catch(()=>0)',
  ),
  script(
    'tampers',
    taken,
    () =>
      'Object.defineProperty(Document.prototype,"querySelectorAll",{get(){for(;;);}});Promise.race=Promise.all=window.setTimeout=()=>{throw 1};Array.prototype.map=()=>{for(;;);};JSON.stringify=()=>{for(;;);}',
  ),
  script(
    'writes-itself-anew',
    ['taken', 'timed-out'],
    () => 'setInterval(()=>{document.open();document.write("<p>new"+Math.random());document.close()},20)',
  ),
  page('title-long', taken, () => `<script>document.title='x'.repeat(5e6)</script>`),
];
