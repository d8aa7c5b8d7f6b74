// An upload as it arrives: either the bare bytes with headers that describe them, or a form (what browsers send for a Blob).
// Nothing is read into memory here but the few fields of a form.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { brokenOff } from '../files/object-files.ts';
import type { IncomingBody } from '../http/incoming-body.ts';
import { invalidParameter, invalidRequest, StorageError } from '../http/storage-error.ts';
import { maxUserMetadataBytes } from '../limits.ts';

export interface Upload {
  bytes: Readable;
  /** How many bytes there will be, when the request says so. A form says it only roughly: `overhead` more at most. */
  length: number | undefined;
  overhead: number;
  contentType: string;
  contentEncoding: string | null;
  cacheControl: string;
  userMetadata: Record<string, unknown>;
  /** To be awaited once the bytes are read. Rejects when the request broke off before its end. */
  complete(): Promise<void>;
}

/** Begins to read. Throws StorageError for what cannot be an upload. */
export async function readUpload(c: HonoContext, { bytes, length }: IncomingBody): Promise<Upload> {
  const contentType = c.req.header('content-type') ?? 'application/octet-stream';
  if (/^multipart\/form-data\b/i.test(contentType)) return { length, ...(await readForm(bytes, contentType)) };
  return {
    length,
    overhead: 0,
    bytes,
    contentType: checkContentType(contentType),
    contentEncoding: checkEncoding(c.req.header('content-encoding')),
    cacheControl: checkCacheControl(c.req.header('cache-control')),
    userMetadata: parseMetadata(decodeHeader(c.req.header('x-metadata'))),
    complete: async () => {},
  };
}

/** Boundaries, part headers and fields. */
const formOverhead = 64 * 1024;

/** Reads a form up to its file; fields behind the file are too late to count. */
async function readForm(source: Readable, contentType: string): Promise<Omit<Upload, 'length'>> {
  const fields = new Map<string, string>();
  const form = openForm(contentType);
  form.on('field', (name, value) => fields.set(name, value));
  const found = new Promise<{ bytes: Readable; type: string }>((resolve, reject) => {
    form.once('file', (_name, bytes, _filename, _encoding, type) => {
      // A form that ends too early only emits an error here; whoever reads the bytes later has to find it.
      bytes.on('error', (error) => bytes.destroy(error));
      resolve({ bytes, type });
    });
    form.once('finish', () => reject(invalidRequest('No content provided')));
    // It may come more than once, and must never be without a listener.
    form.on('error', reject);
  });
  const piped = pipeline(source, form);
  // Told by complete(), or by the bytes that break off; until somebody asks it must not count as unhandled.
  piped.catch(async (error: Error) => (await found.catch(() => undefined))?.bytes.destroy(error));
  try {
    const { bytes, type } = await found;
    return {
      overhead: formOverhead,
      bytes,
      contentType: checkContentType(type),
      contentEncoding: checkEncoding(fields.get('contentEncoding')),
      cacheControl: checkCacheControl(fields.has('cacheControl') ? `max-age=${fields.get('cacheControl')}` : undefined),
      userMetadata: parseMetadata(fields.get('metadata')),
      complete: () => piped.catch((error: unknown) => Promise.reject(brokenOff(error))),
    };
  } catch (error) {
    throw error instanceof StorageError ? error : invalidRequest('The form could not be read');
  }
}

function openForm(contentType: string) {
  try {
    const limits = { fields: 10, files: 1, parts: 12, fieldSize: maxUserMetadataBytes, headerPairs: 20 };
    return Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw invalidRequest('The form could not be read');
  }
}

export function checkContentType(type: string): string {
  if (type.length <= 255 && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;[\x20-\x7e]*)?$/.test(type)) return type;
  throw new StorageError(415, 'InvalidMimeType', `mime type ${type.slice(0, 100)} is not supported`, {
    legacyCode: 'invalid_mime_type',
  });
}

export function checkEncoding(encoding: string | undefined): string | null {
  if (!encoding || encoding === 'identity') return null;
  if (/^(gzip|br|deflate|zstd)$/.test(encoding)) return encoding;
  throw invalidParameter('Content-Encoding must be gzip, br, deflate or zstd');
}

/** What a browser is told when the file is served by an address that needs no token. */
export function checkCacheControl(value: string | undefined): string {
  return value && /^[\w=, -]{1,100}$/.test(value) ? value : 'no-cache';
}

function decodeHeader(value: string | undefined): string | undefined {
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString('utf8');
}

const metadataSchema = z.record(z.string(), z.unknown());

function parseMetadata(text: string | undefined): Record<string, unknown> {
  if (!text) return {};
  if (Buffer.byteLength(text) > maxUserMetadataBytes) {
    throw invalidParameter(`metadata can be ${maxUserMetadataBytes} bytes at most`);
  }
  try {
    const metadata = metadataSchema.parse(JSON.parse(text));
    const kept = JSON.stringify(metadata);
    // PostgreSQL takes no NUL and no half of a surrogate pair, which JSON.stringify writes as \u0000 and \ud800.
    if (!/\\u(0000|d[89a-f])/i.test(kept)) return metadata;
  } catch {
    // Told below.
  }
  throw invalidParameter('metadata must be a JSON object');
}
