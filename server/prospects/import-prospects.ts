import { setImmediate } from 'node:timers/promises';
import type { ImportedRow } from '../../shared/api/prospects.ts';
import { AppError, type BadLine, badLine } from '../../shared/errors.ts';
import { maxProspects } from '../../shared/limits.ts';
import { classifyAddress } from '../engine/emails/classify.ts';
import type { Context } from '../platform/context.ts';
import { limitDay } from '../users/limit-day.ts';
import { hasMoreProspects, type ImportedProspect, importProspects, writtenStates } from './prospects.store.ts';
import { toSite } from './site-pattern.ts';

/** Rows are read in pieces, so that other requests are not kept waiting. */
const rowsAtOnce = 500;

/**
 * Imports the rows that name a site, and returns those that don't. Throws AppError too-many-requests above the limit of a day, and
 * bad-input if the account would have more than `most` prospects. Every row counts for the day, also of an import that is refused:
 * reading it is the work.
 */
export async function importPastOutreach(
  { db }: Pick<Context, 'db'>,
  { userId, rows }: { userId: string; rows: readonly ImportedRow[] },
  most = maxProspects,
): Promise<{ imported: number; bad: BadLine[] }> {
  await limitDay(db.kysely, { userId, what: 'importedSites', uses: rows.length });
  const prospects: ImportedProspect[] = [];
  const bad: BadLine[] = [];
  const now = new Date().toISOString();
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % rowsAtOnce === 0) await setImmediate();
    const prospect = toProspect(row, now);
    if (prospect) prospects.push(prospect);
    else bad.push(badLine(index, row.site));
  }
  if (prospects.length === 0) return { imported: 0, bad };
  const imported = await db.kysely.transaction().execute(async (tx) => {
    const count = await importProspects(tx, userId, prospects);
    if (await hasMoreProspects(tx, userId, most)) throw tooManyProspects(most);
    return count;
  });
  return { imported, bad };
}

function tooManyProspects(most: number): AppError {
  const message = `An account can have up to ${most.toLocaleString('en')} prospects, and this import would exceed that.`;
  return new AppError('bad-input', message);
}

/** Null if the row names no site. */
function toProspect(
  { site, state = 'contacted', contacted_at = null, note = '' }: ImportedRow,
  now: string,
): ImportedProspect | null {
  const text = site.trim();
  const host = text.replace(/^[^@/\s]+@/, '');
  const domain = toSite(host);
  if (!domain?.includes('.')) return null;
  // jane@gmail.com says nothing about gmail.com.
  if (host !== text && classifyAddress(text.toLowerCase()) === 'webmail') return null;
  // Without a date it counts as contacted now, as when the user sets the state: better left out than written to twice.
  const contactedAt = contacted_at ?? (writtenStates.includes(state) ? now : null);
  return { domain, state, note: cleanNote(note), contactedAt };
}

/** PostgreSQL stores neither NUL nor unpaired halves of characters. */
const cleanNote = (note: string) => note.toWellFormed().replaceAll('\0', '').trim();
