// Lists one level of a bucket like a folder. Folders are not stored: they are the parts of object names before a slash.
import { sql } from 'kysely';
import type { Database } from '../../platform/db.ts';
import type { ObjectRow } from './objects.store.ts';

export const sortColumns = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const;

export interface Listing {
  userId: string;
  bucketId: string;
  /** Without leading or trailing slash; empty for the top level. */
  folder: string;
  /** Only names that start with this, ignoring case. */
  search: string;
  limit: number;
  offset: number;
  sortBy: { column: (typeof sortColumns)[number]; order: 'asc' | 'desc' };
}

/** For folders, everything but the name is null. */
export type Entry = { [Column in keyof ObjectRow]: ObjectRow[Column] | null } & { name: string };

/** Lists folders first, by name, then objects in the requested order. */
export async function listEntries(db: Database, listing: Listing): Promise<Entry[]> {
  const { userId, bucketId, folder, search, limit, offset, sortBy } = listing;
  const prefix = folder === '' ? '' : `${folder}/`;
  const direction = sql.raw(sortBy.order);
  // Reads are not recorded, so the last access is the last change.
  const column = sql.ref(sortBy.column === 'last_accessed_at' ? 'updated_at' : sortBy.column);
  const query = sql<Entry>`
    with level as (
      select o.*, substr(o.name, length(${prefix}::text) + 1) as rest from storage_objects o
      where o.user_id = ${userId} and o.bucket_id = ${bucketId} and starts_with(o.name, ${prefix}::text)
        and starts_with(lower(substr(o.name, length(${prefix}::text) + 1)), lower(${search}::text)))
    select * from (
      select distinct true as is_folder, split_part(rest, '/', 1) collate "C" as name, null::uuid as id,
        null::bigint as size, null::text as etag, null::text as content_type, null::text as cache_control,
        null::timestamptz as created_at, null::timestamptz as updated_at
      from level where strpos(rest, '/') > 0
      union all
      select false, rest collate "C", id, size, etag, content_type, cache_control, created_at, updated_at
      from level where strpos(rest, '/') = 0) entries
    order by is_folder desc, ${column} ${direction}, name ${direction}
    limit ${limit} offset ${offset}`;
  return (await db.asUser(userId, query)).rows;
}
