// Figures as vendors state them: numbers, numbers as text, or nothing at all.
import { z } from 'zod';
import { believableUrl } from '../believable.ts';
import { anyNumber } from '../vendors/replies.ts';
import { type FigureName, type Figures, figureNames } from './figures.ts';

/** -1: missing or malformed. */
export const statedFigure = anyNumber(-1);

/** Schema of a stored answer. */
export const figuresSchema: z.ZodType<Figures> = z.partialRecord(z.enum(figureNames), z.number());

/** Drops unknown figures; undefined if nothing is left. */
export function knownFigures(stated: Partial<Record<FigureName, number>>): Figures | undefined {
  const known = Object.entries(stated).filter(([, value]) => Number.isFinite(value) && value >= 0);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Rows by the item asked about. A vendor may spell a URL a little differently; rows about anything else are dropped. */
export function byItem<Row>(
  items: readonly string[],
  rows: readonly Row[],
  read: (row: Row) => { item: string; figures: Figures | undefined },
): Map<string, Figures> {
  const bySpelling = new Map(items.map((item) => [spelling(item), item]));
  return new Map(
    rows.flatMap((row): [string, Figures][] => {
      const { item: stated, figures } = read(row);
      const item = bySpelling.get(spelling(stated));
      return item !== undefined && figures ? [[item, figures]] : [];
    }),
  );
}

/** Equal for `https://www.a.com/x/`, `a.com/x` and `http://a.com/x`. */
function spelling(item: string): string {
  const url = believableUrl(/^https?:\/\//i.test(item) ? item : `https://${item}`) ?? item;
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
