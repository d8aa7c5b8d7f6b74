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

/** The figures of each URL or other item, for those with any. */
export function figuresBy<Stated>(
  items: readonly string[],
  figuresOf: (item: string, position: number) => Stated | undefined,
): Map<string, Stated> {
  return new Map(
    items.flatMap((item, position): [string, Stated][] => {
      const figures = figuresOf(item, position);
      return figures === undefined ? [] : [[item, figures]];
    }),
  );
}

export interface StatedRow {
  /** As the vendor spells it. */
  item: string;
  /** Its position among the items asked about, if the vendor states it. */
  index?: number;
  figures: Figures | undefined;
}

/**
 * Figures by the item asked about. A vendor may spell a URL a little differently, so an item gets the row that is spelled most like
 * it; rows about anything else are dropped.
 */
export function byItem<Row>(
  items: readonly string[],
  rows: readonly Row[],
  read: (row: Row) => StatedRow,
): Map<string, Figures> {
  const bySpelling = Map.groupBy(rows.map(read), ({ item }) => spelling(item));
  return figuresBy(items, (item, position) => {
    const similar = bySpelling.get(spelling(item)) ?? [];
    const row =
      similar.find(({ index }) => index === position) ??
      similar.find((one) => one.item === item) ??
      similar.find((one) => withoutScheme(one.item) === withoutScheme(item)) ??
      similar[0];
    return row?.figures;
  });
}

const withoutScheme = (item: string) => item.replace(/^https?:\/\//i, '');

/** Equal for `https://www.a.com/x/`, `a.com/x` and `http://a.com/x`. */
function spelling(item: string): string {
  const url = believableUrl(/^https?:\/\//i.test(item) ? item : `https://${item}`) ?? item;
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
