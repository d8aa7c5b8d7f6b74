// Hosts the vendor stand-ins at http://127.0.0.1:PORT/<vendor> or /<vendor>:<mood>. It does what they have in common and
// keeps the bill.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../shared/parse-json.ts';
import type { World } from '../data/types.ts';
import type { Exchange, Host } from '../web/exchange.ts';
import { ahrefsStandIn } from './ahrefs.ts';
import { braveStandIn } from './brave.ts';
import { dataForSeoStandIn } from './dataforseo.ts';
import { majesticStandIn } from './majestic.ts';
import { mozStandIn } from './moz.ts';
import { openPageRankStandIn } from './openpagerank.ts';
import { clearoutStandIn } from './partners/clearout.ts';
import { dropcontactStandIn } from './partners/dropcontact.ts';
import { findymailStandIn } from './partners/findymail.ts';
import { hunterStandIn } from './partners/hunter.ts';
import { neverBounceStandIn } from './partners/neverbounce.ts';
import { prospeoStandIn } from './partners/prospeo.ts';
import { reacherStandIn } from './partners/reacher.ts';
import { snovioStandIn } from './partners/snovio.ts';
import { voilaNorbertStandIn } from './partners/voila-norbert.ts';
import { zeroBounceStandIn } from './partners/zerobounce.ts';
import { countRate, type Rates } from './rates.ts';
import { searxngStandIn } from './searxng.ts';
import { serpapiStandIn } from './serpapi.ts';
import { serperStandIn } from './serper.ts';
import { type Mood, moods, type StandIn, type StandInName, type StandInResponse, vendors } from './stand-in.ts';

export const VENDOR_HOST = '127.0.0.1';

const standIns: Record<StandInName, StandIn> = {
  ahrefs: ahrefsStandIn,
  dataforseo: dataForSeoStandIn,
  moz: mozStandIn,
  majestic: majesticStandIn,
  serper: serperStandIn,
  serpapi: serpapiStandIn,
  brave: braveStandIn,
  searxng: searxngStandIn,
  openpagerank: openPageRankStandIn,
  hunter: hunterStandIn,
  snovio: snovioStandIn,
  'voila-norbert': voilaNorbertStandIn,
  clearout: clearoutStandIn,
  prospeo: prospeoStandIn,
  findymail: findymailStandIn,
  dropcontact: dropcontactStandIn,
  reacher: reacherStandIn,
  zerobounce: zeroBounceStandIn,
  neverbounce: neverBounceStandIn,
};
/** These answer differently to too many calls and to an empty account, so they handle `busy` themselves. */
const ownBusy: ReadonlySet<StandInName> = new Set([
  ...(['brave', 'dataforseo', 'openpagerank', 'hunter', 'clearout', 'prospeo', 'neverbounce'] as const),
]);
const slowMs = 60_000;

export interface Bill {
  /** Number of charged calls. */
  calls: number;
  dollars: number;
}

export interface Vendors {
  host: Host;
  /** What a vendor has charged so far. */
  bill(vendor: StandInName): Bill;
  /** Resets the rate limits, so one test does not slow down the next. */
  forgetRates(): void;
  /** Calls the listener for every answer, after it is billed and before it is sent. */
  beforeAnswer(listener: (vendor: StandInName, response: ServerResponse) => Promise<void>): void;
  /** Sets a vendor's behavior from now on, unless the URL says otherwise. */
  setMood(vendor: StandInName, mood: Mood): void;
}

/** `about`: the content of /practice.json, for a Zeus that uses this practice web. */
export function createVendors(world: World, about: (port: number) => object): Vendors {
  const bills = new Map<StandInName, Bill>();
  let listener: Parameters<Vendors['beforeAnswer']>[0] = async () => {};
  const rates: Rates = new Map();
  const current = new Map<StandInName, Mood>();
  const underWay = new Map<StandInName, number>();
  const billOf = (vendor: StandInName) => bills.get(vendor) ?? { calls: 0, dollars: 0 };
  async function answer({ path, query, request, response, port }: Exchange): Promise<void> {
    if (path === '/practice.json') return sendJson(response, { status: 200, body: about(port) });
    if (path === '/bills.json') return sendJson(response, { status: 200, body: Object.fromEntries(bills) });
    const [, name = '', said, below = '/'] = /^\/([\w-]+)(?::([\w-]+))?(\/.*)?$/.exec(path) ?? [];
    const vendor = vendors.find((one) => one === name);
    if (!vendor) return sendJson(response, { status: 404, body: { error: 'no such vendor' } });
    const simultaneous = (underWay.get(vendor) ?? 0) + 1;
    underWay.set(vendor, simultaneous);
    response.once('close', () => underWay.set(vendor, (underWay.get(vendor) ?? 1) - 1));
    const wished = moods.find((one) => one === said) ?? current.get(vendor) ?? 'good';
    const mood = countRate(rates, vendor) && wished === 'good' ? 'busy' : wished;
    const text = await readText(request);
    const body = parseJson(text);
    const general = generalMood(vendor, mood);
    if (general) return void setTimeout(() => sendJson(response, general), mood === 'slow' ? slowMs : 0).unref();
    const charge = (dollars: number) => {
      const { calls, dollars: before } = billOf(vendor);
      bills.set(vendor, { calls: calls + 1, dollars: before + dollars });
    };
    const { method = 'GET', headers } = request;
    const answered = standIns[vendor]({
      ...{ method, path: below, query, headers, body, text },
      ...{ mood, simultaneous, world, port, charge },
    });
    await listener(vendor, response);
    return mood === 'cut' ? sendHalf(response, answered) : sendJson(response, answered);
  }
  return {
    bill: billOf,
    beforeAnswer(next) {
      listener = next;
    },
    forgetRates: () => rates.clear(),
    setMood: (vendor, mood) => void current.set(vendor, mood),
    host: (asked) => void answer(asked).catch(() => asked.response.destroy()),
  };
}

/** Moods that look the same at every vendor. */
function generalMood(vendor: StandInName, mood: Mood): StandInResponse | undefined {
  if (mood === 'failing' || mood === 'slow') return { status: 503, body: { error: 'Service Unavailable' } };
  if (mood === 'nonsense')
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html>Hello' };
  if ((mood !== 'busy' && mood !== 'busy-until') || ownBusy.has(vendor)) return undefined;
  const headers: Record<string, string> = mood === 'busy-until' ? { 'retry-after': '7' } : {};
  return { status: 429, headers, body: { error: 'Too Many Requests', message: 'Too Many Requests' } };
}

function encode({ headers = {}, body }: StandInResponse): { headers: Record<string, string>; text: string } {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { headers: { 'content-type': 'application/json', ...headers }, text };
}

function sendJson(response: ServerResponse, answer: StandInResponse): void {
  const { headers, text } = encode(answer);
  if (!response.destroyed) response.writeHead(answer.status, headers).end(text);
}

/** Sends half of an answer, then breaks the connection. */
function sendHalf(response: ServerResponse, answer: StandInResponse): void {
  const { headers, text } = encode(answer);
  response.writeHead(answer.status, { ...headers, 'content-length': String(Buffer.byteLength(text)) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
