import { AppError, type BadLine, badLine } from '../../shared/errors.ts';
import { maxSiteRules, type SiteRuleKind } from '../../shared/prospect-values.ts';
import { lockBalance } from '../credits/credits.store.ts';
import type { Context } from '../platform/context.ts';
import { toSitePattern } from './site-pattern.ts';
import { countSiteRules, insertSiteRules } from './site-rules.store.ts';

interface NewRules {
  userId: string;
  kind: SiteRuleKind;
  lines: readonly string[];
  reason: string;
}

/** Adds the lines that are sites and returns those that are not. Throws AppError bad-input above the limit. */
export async function addSiteRules(
  { db }: Pick<Context, 'db'>,
  { userId, kind, lines, reason }: NewRules,
): Promise<{ added: number; bad: BadLine[] }> {
  const patterns = new Set<string>();
  const bad: BadLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const pattern = toSitePattern(line);
    if (pattern === null) bad.push(badLine(index, line));
    else patterns.add(pattern);
  }
  if (patterns.size === 0) return { added: 0, bad };
  const added = await db.kysely.transaction().execute(async (tx) => {
    // Deliveries hold the same lock, so a site blocked now is in no backlink that is delivered later.
    await lockBalance(tx, userId, 'backlink');
    const count = await insertSiteRules(tx, userId, { kind, patterns: [...patterns], reason });
    if ((await countSiteRules(tx, userId)) > maxSiteRules) {
      const most = maxSiteRules.toLocaleString('en');
      throw new AppError('bad-input', `You can have up to ${most} sites and patterns. Please remove some first.`);
    }
    return count;
  });
  return { added, bad };
}
