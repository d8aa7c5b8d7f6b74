// Pages that never end: cycles, loops, dialogs, slowness.
import { type HostilePage, head, page, script, stalling } from './hostile-page.ts';

const endless = ['timed-out'] as const;
const circle = ['unavailable'] as const;
/** If the next document takes long to arrive, as on a busy machine, the one before it is captured. */
const slowCircle = ['taken', ...circle] as const;
const someEnd = ['taken', 'timed-out', 'unavailable'] as const;
const fresh = () => `?${Math.random()}`;

export const neverEnding: readonly HostilePage[] = [
  head('redirect-self', circle, ({ here }) => ({ status: 302, headers: { location: here('/redirect-self') } })),
  head('redirect-growing', circle, ({ here }, { url }) => ({
    status: 301,
    headers: { location: here(`${url?.slice(0, 500)}${url?.includes('?') ? '&' : '?'}x=1`) },
  })),
  head('redirect-two', circle, ({ here }, { url }) => ({
    status: 307,
    headers: { location: here(`/redirect-two?${url?.endsWith('?a') ? 'b' : 'a'}`) },
  })),
  page(
    'meta-refresh-loop',
    slowCircle,
    ({ here }) => `<meta http-equiv="refresh" content="0;${here('/meta-refresh-loop')}${fresh()}">`,
  ),
  script('location-loop', slowCircle, ({ here }) => `location.href='${here('/location-loop')}?'+Math.random()`),
  script('replace-loop', slowCircle, ({ here }) => `location.replace('${here('/replace-loop')}?'+Math.random())`),
  script('reload-loop', slowCircle, () => 'location.reload()'),
  script('form-loop', slowCircle, () => {
    const form = `const f=document.createElement('form');f.method='post';f.action='?'+Math.random();`;
    return `${form}document.documentElement.append(f);f.submit()`;
  }),
  stalling(script('script-forever', endless, () => 'for(;;);')),
  stalling(script('script-forever-later', someEnd, () => 'onload=()=>{for(;;);}')),
  stalling(script('microtasks-forever', endless, () => 'const f=()=>Promise.resolve().then(f);f()')),
  stalling(script('alert-forever', endless, () => 'for(;;)alert(1)')),
  stalling(script('confirm-forever', endless, () => 'while(!confirm("Really?"));')),
  stalling(script('prompt-forever', endless, () => 'while(!prompt("Your name?"));')),
  script('alert-often', someEnd, () => 'setInterval(()=>alert("Hello"),5)'),
  script('before-unload', ['taken'], () => 'onbeforeunload=(e)=>{e.preventDefault();return "Stay"}'),
  stalling(script('history-flood', someEnd, () => 'for(let i=0;i<5000;i++)history.pushState({},"","?"+i)')),
  script('worker-forever', someEnd, () => "new Worker(URL.createObjectURL(new Blob(['for(;;);'])))"),
  script(
    'frames-forever',
    someEnd,
    () => 'const f=()=>{const t=Date.now()+40;while(Date.now()<t);requestAnimationFrame(f)};f()',
  ),
  {
    name: 'silent',
    ends: endless,
    stalls: true,
    answer: () => undefined,
  },
  {
    name: 'drips-for-ever',
    ends: someEnd,
    stalls: true,
    answer(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>drip</title><p>An honest line of text.</p>');
      const drip = setInterval(() => response.write('<i>.</i>'), 100);
      response.on('close', () => clearInterval(drip));
    },
  },
  {
    name: 'pushes-for-ever',
    ends: ['not-a-page', ...someEnd],
    stalls: true,
    answer(_request, response) {
      response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=next' });
      const push = setInterval(() => response.write('--next\r\ncontent-type: text/html\r\n\r\n<p>again</p>\r\n'), 50);
      response.on('close', () => clearInterval(push));
    },
  },
  {
    name: 'hangs-up',
    ends: circle,
    answer: (request) => request.socket.destroy(),
  },
];
