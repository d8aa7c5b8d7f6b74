import type { BadLine } from '../../shared/errors.ts';
import type { ProspectState } from '../../shared/prospect-values.ts';
import type { Context } from '../platform/context.ts';
import { type ImportedProspect, importProspects, writtenStates } from './prospects.store.ts';
import { toSite } from './site-pattern.ts';

interface ImportedRow {
  site: string;
  state?: ProspectState | undefined;
  contacted_at?: string | null | undefined;
  note?: string | undefined;
}

const shownOfBadLine = 200;

/** Imports the rows that name a site, each site once (the last row wins), and returns those that don't. */
export async function importPastOutreach(
  { db }: Pick<Context, 'db'>,
  { userId, rows }: { userId: string; rows: readonly ImportedRow[] },
): Promise<{ imported: number; bad: BadLine[] }> {
  const sites = new Map<string, ImportedProspect>();
  const bad: BadLine[] = [];
  const now = new Date().toISOString();
  for (const [index, { site, state = 'contacted', contacted_at = null, note = '' }] of rows.entries()) {
    const text = site.trim();
    const domain = toSite(text.replace(/^[^@/\s]+@/, ''));
    if (domain === null || !domain.includes('.')) bad.push({ line: index + 1, text: text.slice(0, shownOfBadLine) });
    else {
      // Without a date it counts as contacted now, as when the user sets the state: better left out than written to twice.
      const contactedAt = contacted_at ?? (writtenStates.includes(state) ? now : null);
      sites.set(domain, { domain, state, note: cleanNote(note), contactedAt });
    }
  }
  const imported = sites.size === 0 ? 0 : await importProspects(db.kysely, userId, [...sites.values()]);
  return { imported, bad };
}

/** PostgreSQL stores neither NUL nor unpaired halves of characters. */
const cleanNote = (note: string) => note.toWellFormed().replaceAll('\0', '').trim();
