// The lexemes to look up in ClickHouse for a search, as PostgreSQL computes them. Pages that have them are a superset of those that
// match: PostgreSQL decides, when it ranks them.
import { sql } from 'kysely';
import type { Kdb } from '../../../../platform/db.ts';
import { rows } from '../../rows.ts';
import { inPairs, searchedPairs } from '../../search/word-pairs.ts';
import type { MatchRequest } from '../index-engine.ts';

export interface SearchLexemes {
  /** A page needs all lexemes of one of these. */
  variants: string[][];
  /** And, of each of these, all lexemes of one. */
  include: string[][][];
  /** It must have none of these. Phrases are left to PostgreSQL. */
  exclude: string[];
  /** All that PostgreSQL needs for its decision. */
  all: string[];
}

type Words = Pick<MatchRequest, 'variants' | 'configs' | 'include' | 'exclude'>;

export async function lexemesOf(db: Kdb, { configs, ...request }: Words): Promise<SearchLexemes> {
  const variants = request.variants.map((variant) => variant.map(searchedPairs));
  const include = (request.include ?? []).map(searchedPairs);
  const exclude = (request.exclude ?? []).map(inPairs);
  const texts = [...new Set([...variants.flat(), ...include, ...exclude])];
  const list = texts.flatMap((text) => configs.map((config) => ({ text, config })));
  const { rows: found } = await sql<{ text: string; config: string; lexemes: string[] }>`
    select row.text, row.config, tsvector_to_array(to_tsvector(row.config::regconfig, row.text)) as lexemes
    from ${rows(list, 'text text, config text')}`.execute(db);
  const byText = new Map(found.map(({ text, config, lexemes }) => [`${config} ${text}`, lexemes]));
  const lexemesIn = (config: string, words: readonly string[]) => [
    ...new Set(words.flatMap((word) => byText.get(`${config} ${word}`) ?? [])),
  ];
  const inAnyConfig = (words: readonly string[]) => distinct(configs.map((config) => lexemesIn(config, words)));
  const excluded = exclude.flatMap((term) => inAnyConfig([term]));
  return {
    variants: distinct(variants.flatMap(inAnyConfig)),
    include: include.map((term) => inAnyConfig([term])).filter((sets) => sets.length > 0),
    exclude: excluded.flatMap((set) => (set.length === 1 ? set : [])),
    all: [...new Set(found.flatMap(({ lexemes }) => lexemes))],
  };
}

/** Without empty sets: a word without meaning is in no page. */
function distinct(sets: readonly string[][]): string[][] {
  const filled = sets.filter((set) => set.length > 0);
  return [...new Map(filled.map((set) => [JSON.stringify([...set].sort()), set])).values()];
}
