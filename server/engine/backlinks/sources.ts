// Who is asked for backlinks and Magic Search, in the order of trust.
import type { Context } from '../../platform/context.ts';
import type { BacklinkFinder } from './find-backlinks.ts';
import type { MagicSearch } from './magic-search.ts';
import { zeusOwnBacklinks, zeusOwnMagic } from './zeus-own.ts';

export interface BacklinkSources {
  finders: readonly BacklinkFinder[];
  magic: readonly MagicSearch[];
}

export function ownBacklinkSources({ db, practice }: Pick<Context, 'db' | 'practice'>): BacklinkSources {
  return {
    finders: [zeusOwnBacklinks(db.kysely)],
    // The practice web states the traffic of its pages; nobody else does so far.
    magic: [zeusOwnMagic(db.kysely, { statesTraffic: practice !== undefined })],
  };
}
