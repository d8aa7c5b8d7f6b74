// What bench/campaigns/recorded-web.ts and bench/soak/soak-web.ts share: a separate process that serves the recorded pages as those of
// its sites, and the connection to it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { openRecordedPages, type PageRow } from '../finder/data.ts';

/** Of all sites. Public, so that the outbound client behaves as usual; the connection goes to loopback. */
export const publicAddress = '93.184.215.14';

/** Runs the file with the settings as its input and waits until it prints its port. `lines`: what it prints afterwards. */
export async function startServing(file: string, settings: object) {
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(settings));
  const lines = createInterface({ input: child.stdout });
  const [port] = await once(lines, 'line');
  return { port: Number(port), lines, stop: () => void child.kill() };
}

/** In the process that serves: opens a port and prints it. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
}

export async function dialLoopback(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/**
 * Every URL of a site is one of the recorded pages, compressed with gzip; its links to its own site get this one's origin. The
 * number is always the same for a URL.
 */
export async function openSitePages(folder: string) {
  const recorded = await openRecordedPages(folder);
  if (recorded === null) throw new Error(`no recorded pages in ${folder}`);
  const rows = recorded.authorRows.filter(({ url }) => URL.canParse(url));
  const bodies = new Map<string, Buffer>();
  const adapt = (row: PageRow, origin: string) => {
    const own = new URL(row.url).host;
    return gzipSync(recorded.read(row).replaceAll(`https://${own}`, origin).replaceAll(`http://${own}`, origin));
  };
  return (host: string, path: string, origin = `https://${host}`) => {
    const number = numberOf(host + path);
    const row = rows[number % rows.length] as PageRow;
    const key = `${host} ${row.id}`;
    const body = bodies.get(key) ?? adapt(row, origin);
    bodies.set(key, body);
    return { number, body };
  };
}

/** A stable number for a text. */
function numberOf(text: string): number {
  let number = 7;
  for (const letter of text) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return number;
}
