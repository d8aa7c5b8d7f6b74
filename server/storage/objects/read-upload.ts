// Parses an upload request: either raw bytes described by headers, or a multipart form (what the client sends for a Blob).
// Only the small fields of a form are read into memory.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { uploadAborted } from '../files/object-files.ts';
import type { IncomingBody } from '../http/incoming-body.ts';
import { invalidParameter, invalidRequest, StorageError } from '../http/storage-error.ts';
import { maxUserMetadataBytes } from '../limits.ts';

export interface Upload {
  bytes: Readable;
  /** The declared length of the request, which exceeds the file's by up to `overhead`. */
  length: number | undefined;
  overhead: number;
  contentType: string;
  contentEncoding: string | null;
  cacheControl: string;
  userMetadata: Record<string, unknown>;
  /** To be awaited after the bytes are read. Rejects if the request was incomplete. */
  complete(): Promise<void>;
}

/** Reads up to the first byte of the file. Throws StorageError if the request is not a valid upload. */
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

/** Reads a form up to its file. Fields after the file are ignored. */
async function readForm(source: Readable, contentType: string): Promise<Omit<Upload, 'length'>> {
  const fields = new Map<string, string>();
  const form = openForm(contentType);
  form.on('field', (name, value) => fields.set(name, value));
  const found = new Promise<{ bytes: Readable; type: string }>((resolve, reject) => {
    form.once('file', (_name, bytes, _filename, _encoding, type) => {
      // Busboy emits an error for a truncated file without destroying the stream; a later read must still fail.
      bytes.on('error', (error) => bytes.destroy(error));
      resolve({ bytes, type });
    });
    form.once('finish', () => reject(invalidRequest('No content provided')));
    // Busboy may emit several errors, and one without a listener would crash the process.
    form.on('error', reject);
  });
  const piped = pipeline(source, form);
  // Reported by complete() or by reading the bytes; until then it must not count as an unhandled rejection.
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
      complete: () => piped.catch((error: unknown) => Promise.reject(uploadAborted(error))),
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

/** For public and signed URLs. */
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
    // PostgreSQL cannot store NUL or lone surrogates, which JSON.stringify writes as \u0000 and \ud800.
    if (!/\\u(0000|d[89a-f])/i.test(kept)) return metadata;
  } catch {
    // Reported below.
  }
  throw invalidParameter('metadata must be a JSON object');
}
