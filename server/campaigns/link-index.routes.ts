import { linkIndexEndpoints } from '../../shared/api/link-index.ts';
import { readIndexContents } from '../engine/index/index-contents.ts';
import type { Context } from '../platform/context.ts';
import { endpointRoutes } from '../platform/http/endpoint-routes.ts';

export function linkIndexRoutes({ db, config }: Pick<Context, 'config' | 'db'>) {
  return endpointRoutes(linkIndexEndpoints, {
    'GET /data/link-index': () => readIndexContents(db.kysely, config.linkIndex),
  });
}
