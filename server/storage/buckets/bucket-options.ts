// The options of a bucket: whether it is public, the largest file it takes, and the MIME types it takes.
import { z } from 'zod';
import { invalidRequest, notOffered, tooLarge } from '../http/storage-error.ts';
import { maxFileBytes } from '../limits.ts';

/** `image/png`, or `image/*`. */
const allowedType = z.string().regex(/^[\w!#$&^.+-]{1,100}\/(\*|[\w!#$&^.+-]{1,100})$|^\*\/\*$/, 'not a MIME type');

export const bucketBody = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(allowedType).max(100).nullish(),
  type: z.string().nullish(),
  versioning_status: z.string().nullish(),
});

/** Undefined options stay unchanged. */
export interface BucketOptions {
  public?: boolean;
  file_size_limit?: number | null;
  allowed_mime_types?: string[] | null;
}

/** Parses the options in a request. Throws StorageError for invalid or unsupported ones. */
export function toBucketOptions(body: z.infer<typeof bucketBody>): BucketOptions {
  const { public: isPublic, file_size_limit: limit, allowed_mime_types: types } = body;
  if (body.type && body.type !== 'STANDARD') throw notOffered(`A bucket of the type ${body.type.slice(0, 40)}`);
  if (body.versioning_status && body.versioning_status !== 'DISABLED') throw notOffered('Versioning');
  return {
    ...(typeof isPublic === 'boolean' && { public: isPublic }),
    ...(limit !== undefined && { file_size_limit: toBytes(limit) }),
    ...(types !== undefined && { allowed_mime_types: types?.length ? types : null }),
  };
}

const units = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** Parses 20000 or "20MB". Zero means no limit, as in the public service. */
function toBytes(limit: number | string | null): number | null {
  if (limit === null || limit === '' || Number(limit) === 0) return null;
  const [, value, unit = 'b'] = /^(\d{1,15}(?:\.\d{1,3})?)(gb|mb|kb|b)?$/i.exec(String(limit)) ?? [];
  const bytes = Math.floor(Number(value) * units[unit.toLowerCase() as keyof typeof units]);
  if (!(bytes >= 1)) throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  if (bytes > maxFileBytes) throw tooLarge(`The file size limit of a bucket can be ${maxFileBytes} bytes at most`);
  return bytes;
}
