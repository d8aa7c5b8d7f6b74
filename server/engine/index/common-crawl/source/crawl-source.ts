// Where Common Crawl's files come from: its own servers, or a folder or HTTP server that mirrors their layout.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { createOutbound } from '../../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../../platform/outbound/outbound-error.ts';
import type { OutboundResponse } from '../../../../platform/outbound/outbound-response.ts';
import { retryAfterSeconds } from '../../../pages/fetching/retry-after.ts';
import { unlessSilent, withoutStart } from './response-body.ts';

/** A file could not be read now; a later attempt may succeed. */
export class SourceUnavailable extends Error {
  override name = 'SourceUnavailable';
  readonly retryAfterSeconds: number;
  constructor(message: string, { cause, retryAfterSeconds = 0 }: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The file ends before the byte from which it was to be read, so what was downloaded before is not a part of it. */
export class NotInFile extends OperatorError {
  override name = 'NotInFile';
  constructor(path: string) {
    super(`The download of ${path} did not match the file at the source. Run the same command to download it again.`);
  }
}

export interface OpenedFile {
  /** Throws SourceUnavailable. */
  body: AsyncIterable<Uint8Array>;
  /** Identifies this version of the file; '' if the source has none. */
  version: string;
}

export interface CrawlSource {
  /** For people. */
  readonly name: string;
  /** Whether files can be read again at no cost, so that nothing needs to be stored. */
  readonly isLocal: boolean;
  /**
   * Opens a file from byte `start` on. Throws SourceUnavailable, or OperatorError if there is no such file. NotInFile is thrown here or by
   * the body. `signal` also ends reading the body, even while no bytes arrive; then its reason is thrown.
   */
  open(path: string, start: number, signal?: AbortSignal): Promise<OpenedFile>;
  close(): Promise<void>;
}

const commonCrawl = { files: 'https://data.commoncrawl.org', lists: 'https://index.commoncrawl.org' };
/** A file of 2 GB at 1 Mbit/s takes five hours. */
const limits = { maxBodyBytes: Number.MAX_SAFE_INTEGER, totalMs: 24 * 3_600_000, firstByteMs: 60_000 };

export interface SourceOptions {
  /** After so long without a byte, a connection is given up. */
  silentMs?: number;
}

/** `place`: empty for Common Crawl itself, an address, or a folder. `contact` tells the server's operator who is asking. */
export function openCrawlSource(place: string, contact: string, options: SourceOptions = {}): CrawlSource {
  if (isFolder(place)) return openFolder(place);
  return openServer(place === '' ? commonCrawl : { files: place, lists: place }, contact, options);
}

/** The place as another process can open it, whatever folder that was started in. */
export const absolutePlace = (place: string): string => (isFolder(place) ? resolve(place) : place);

const isFolder = (place: string) => place !== '' && !/^https?:\/\//i.test(place);

/** Paths come from files of the source; they must not lead out of it. */
export function checkPath(path: string): string {
  const isSafe = /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && !path.split('/').some((part) => /^\.+$/.test(part));
  if (!isSafe)
    throw new OperatorError(`The source names a file that is not allowed: ${JSON.stringify(path.slice(0, 200))}`);
  return path;
}

function openFolder(folder: string): CrawlSource {
  return {
    name: folder,
    isLocal: true,
    async open(path, start) {
      const file = join(folder, checkPath(path));
      const found = await stat(file).catch(() => null);
      if (!found?.isFile()) throw missing(path, folder);
      return { body: createReadStream(file, { start, highWaterMark: 256 * 1024 }), version: '' };
    },
    close: () => Promise.resolve(),
  };
}

const missing = (path: string, place: string) => new OperatorError(`There is no ${path} at ${place}.`);

function openServer(
  { files, lists }: { files: string; lists: string },
  contact: string,
  { silentMs = 60_000 }: SourceOptions,
): CrawlSource {
  const origins = [new URL(files).origin, new URL(lists).origin];
  const outbound = createOutbound({ origins, userAgent: `Zeus link index (${contact})` });
  return {
    name: files,
    isLocal: false,
    async open(path, start, signal) {
      const place = /^(?:coll|graph)info\.json$/.test(path) ? lists : files;
      const url = `${place.replace(/\/+$/, '')}/${checkPath(path)}`;
      const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-` } : {};
      // Some servers label compressed files as encoded. Decoded, their positions would not be those of the file.
      const raw = path.endsWith('.gz');
      const silence = new AbortController();
      const ending = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
      const response = await outbound.request(url, { limits, headers, raw, signal: ending }).catch((error: unknown) => {
        throw asUnavailable(error, ending);
      });
      if (saysWhole(response, start)) {
        response.cancel();
        return { body: Readable.from([]), version: '' };
      }
      if (response.status !== 200 && !hasRest(response, start)) {
        response.cancel();
        throw refusal(response, path, place);
      }
      const onSilence = () => silence.abort(new SourceUnavailable(`${url} stopped sending.`));
      const received = rethrowing(unlessSilent(response.body, silentMs, onSilence), ending);
      // A server that knows no ranges sends the whole file.
      const isFromStart = response.status === 200;
      const body = isFromStart ? withoutStart(received, start, () => new NotInFile(path)) : received;
      return { body, version: response.headers.etag ?? response.headers['last-modified'] ?? '' };
    },
    close: () => outbound.close(),
  };
}

/** Whether the server says that the file ends at `start`. */
const saysWhole = ({ status, headers }: OutboundResponse, start: number) =>
  status === 416 && headers['content-range'] === `bytes */${start}`;

/** Whether it sends the rest of the file. Some servers send another part of it, or less. */
function hasRest({ status, headers }: OutboundResponse, start: number): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)/.exec(headers['content-range'] ?? '') ?? [];
  const isShort = size !== '*' && Number(last) !== Number(size) - 1;
  const isOther = first !== undefined && (Number(first) !== start || isShort);
  return status === 206 && start > 0 && !isOther;
}

function refusal({ status, headers, url }: OutboundResponse, path: string, place: string): Error {
  if (status === 404) return missing(path, place);
  if (status === 416) return new NotInFile(path);
  if (status === 206) return new SourceUnavailable(`${url} did not send the rest of the file.`);
  return new SourceUnavailable(`${url} answered ${status}.`, {
    retryAfterSeconds: retryAfterSeconds(headers['retry-after']) ?? 0,
  });
}

async function* rethrowing(body: AsyncIterable<Uint8Array>, ending: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw asUnavailable(error, ending);
  }
}

/** `ending`: what ended the request, if it was not the server. */
function asUnavailable(error: unknown, ending: AbortSignal): unknown {
  if (!(error instanceof OutboundError)) return error;
  return ending.aborted ? ending.reason : new SourceUnavailable(error.message, { cause: error });
}
