import type { ProspectListQuery } from '../../shared/api/prospects.ts';
import type { Prospect } from '../../shared/prospect.ts';
import { listAliases } from '../engine/pages/site-notes.store.ts';
import type { Context } from '../platform/context.ts';
import { rowsOf } from '../platform/rows/json-page.ts';
import { listRulesAbout } from './known-sites.store.ts';
import { readProspects } from './prospects.store.ts';
import { listSeparateSites } from './separate-sites.store.ts';
import { createRuleMatcher, patternsAbout } from './site-pattern.ts';

/** A page of the user's prospects, each with the rule it is under and the site that it says it is. */
export async function listProspects(
  { db }: Pick<Context, 'db'>,
  userId: string,
  query: ProspectListQuery,
): Promise<{ total: number; rows: Prospect[] }> {
  const page = await readProspects(db, userId, query);
  const rows = rowsOf(page);
  const domains = rows.map(({ domain }) => domain);
  const [rules, aliases, separate] = await Promise.all([
    listRulesAbout(db.kysely, userId, domains.flatMap(patternsAbout)),
    listAliases(db.kysely, domains),
    listSeparateSites(db.kysely, userId),
  ]);
  const ruleOf = createRuleMatcher(rules);
  const sameAs = (domain: string) => (separate.has(domain) ? null : (aliases.get(domain) ?? null));
  return {
    total: page.total,
    rows: rows.map((row) => ({ ...row, rule: ruleOf(row.domain), same_as: sameAs(row.domain) })),
  };
}
