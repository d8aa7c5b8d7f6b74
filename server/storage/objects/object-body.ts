// Converts rows to the JSON of the storage protocol.
import type { BucketRow } from '../buckets/buckets.store.ts';
import type { Entry } from './list-objects.store.ts';
import type { ObjectRow } from './objects.store.ts';

export function bucketBody({ name, user_id, ...bucket }: BucketRow) {
  const { public: isPublic, file_size_limit, allowed_mime_types, created_at, updated_at } = bucket;
  return {
    // Clients address a bucket by its name.
    id: name,
    name,
    owner: user_id,
    public: isPublic,
    type: 'STANDARD',
    file_size_limit,
    allowed_mime_types,
    created_at,
    updated_at,
  };
}

type Described = Pick<ObjectRow, 'etag' | 'size' | 'content_type' | 'cache_control' | 'updated_at'>;

function metadataOf({ etag, size, content_type, cache_control, updated_at }: Described) {
  return {
    eTag: etag,
    size,
    mimetype: content_type,
    cacheControl: cache_control,
    lastModified: updated_at,
    contentLength: size,
    httpStatusCode: 200,
  };
}

/** An entry of list(). */
export function entryBody(entry: Entry) {
  const { id, name, created_at, updated_at } = entry;
  const metadata = id === null ? null : metadataOf(entry as Described);
  return { name, id, updated_at, created_at, last_accessed_at: updated_at, metadata };
}

/** An object in the response of remove(). */
export function objectBody(object: ObjectRow, bucket: string) {
  const { id, name, user_id, file_id, created_at, updated_at, user_metadata } = object;
  return {
    id,
    name,
    bucket_id: bucket,
    owner: user_id,
    owner_id: user_id,
    version: file_id,
    created_at,
    updated_at,
    last_accessed_at: updated_at,
    metadata: metadataOf(object),
    user_metadata,
  };
}

/** The response of info(). */
export function infoBody(object: ObjectRow, bucket: string) {
  return {
    id: object.id,
    version: object.file_id,
    name: object.name,
    bucket_id: bucket,
    size: object.size,
    content_type: object.content_type,
    content_encoding: object.content_encoding,
    cache_control: object.cache_control,
    etag: object.etag,
    metadata: object.user_metadata,
    last_modified: object.updated_at,
    created_at: object.created_at,
  };
}
