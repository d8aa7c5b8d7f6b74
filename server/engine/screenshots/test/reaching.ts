// Pages that try to reach what they must not: services on this machine, its files, its user.
import { type HostilePage, head, type Places, page, script } from './hostile-page.ts';

const taken = ['taken'] as const;
const refused = ['refused'] as const;

// platform/outbound/bypass.test.ts tries every spelling against the proxy; these test the ways a page can connect.
const inside = ({ canaryPort }: Places, host = '127.0.0.1') => `http://${host}:${canaryPort}/secret`;
const hosts = ['localhost', '[::1]', '0x7f.1', '2130706433', 'a.localhost', 'rebind.attacker.com'];

export const reaching: readonly HostilePage[] = [
  head('redirect-inside', refused, (places) => ({ status: 302, headers: { location: inside(places) } })),
  head('redirect-metadata', refused, () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/' } })),
  head('redirect-rebound', refused, (places) => ({
    status: 302,
    headers: { location: inside(places, 'rebind.attacker.com') },
  })),
  head('redirect-https-inside', refused, ({ canaryPort }) => ({
    status: 302,
    headers: { location: `https://127.0.0.1:${canaryPort}/` },
  })),
  page('meta-inside', refused, (places) => `<meta http-equiv="refresh" content="0;${inside(places)}">`),
  script('location-inside', refused, (places) => `location.href='${inside(places, 'localhost')}'`),
  page(
    'form-inside',
    refused,
    (places) => `<form method="post" action="${inside(places)}"></form><script>document.forms[0].submit()</script>`,
  ),
  page('pictures-inside', taken, (places) => hosts.map((host) => `<img src="${inside(places, host)}">`).join('')),
  page('frames-inside', taken, (places) =>
    hosts.map((host) => `<iframe src="${inside(places, host)}"></iframe>`).join(''),
  ),
  page(
    'styles-inside',
    taken,
    (places) => `<style>@import "${inside(places)}";p{background:url(${inside(places, 'localhost')})}</style>`,
  ),
  page(
    'hints-inside',
    taken,
    (places) =>
      `<link rel="preconnect" href="${inside(places)}"><link rel="prefetch" href="${inside(places)}"><link rel="dns-prefetch" href="//rebind.attacker.com">`,
  ),
  script('fetch-inside', taken, (places) =>
    hosts.map((host) => `fetch('${inside(places, host)}',{mode:'no-cors'}).catch(()=>0)`).join(';'),
  ),
  script('sockets-inside', taken, ({ canaryPort }) =>
    hosts.map((host) => `new WebSocket('ws://${host}:${canaryPort}/')`).join(';'),
  ),
  script('secure-socket-inside', taken, ({ canaryPort }) => `new WebSocket('wss://127.0.0.1:${canaryPort}/')`),
  script(
    'events-inside',
    taken,
    (places) => `new EventSource('${inside(places)}');navigator.sendBeacon('${inside(places)}','x')`,
  ),
  script(
    'worker-inside',
    taken,
    (places) => `new Worker(URL.createObjectURL(new Blob(["fetch('${inside(places)}',{mode:'no-cors'})"])))`,
  ),
  {
    name: 'service-worker-inside',
    ends: taken,
    answer(request, response, places) {
      const isScript = request.url?.endsWith('?sw');
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
      const page = `<p>An honest line.</p><script>navigator.serviceWorker.register('/service-worker-inside?sw')</script>`;
      response.end(isScript ? `fetch('${inside(places)}',{mode:'no-cors'})` : page);
    },
  },
  script('webrtc-inside', taken, ({ canaryPort }) => {
    const urls = `['stun:127.0.0.1:${canaryPort}','turn:127.0.0.1:${canaryPort}?transport=tcp']`;
    return `const p=new RTCPeerConnection({iceServers:[{urls:${urls},username:'a',credential:'b'}]});p.createDataChannel('x');p.setLocalDescription()`;
  }),
  head('redirect-file', ['refused', 'unavailable'], () => ({
    status: 302,
    headers: { location: 'file:///etc/passwd' },
  })),
  page('meta-file', taken, () => '<meta http-equiv="refresh" content="0;file:///etc/passwd">'),
  script('location-file', taken, () => "location.href='file:///etc/passwd'"),
  page('frame-file', taken, () => '<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/passwd">'),
  script('location-chrome', taken, () => "location.href='chrome://settings'"),
  script('location-data', taken, () => "location.href='data:text/html,<p>gone'"),
  script('location-blank', ['taken', 'refused'], () => "setTimeout(()=>location.href='about:blank')"),
  script(
    'location-blob',
    ['taken', 'refused'],
    () => "location.href=URL.createObjectURL(new Blob(['<p>x'],{type:'text/html'}))",
  ),
  script('location-mail', taken, () => "location.href='mailto:a@attacker.com'"),
];
