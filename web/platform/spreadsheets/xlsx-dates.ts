// Excel stores a date as a number of days; only the format of its cell tells that it is one.
import { attributeOf, tagsOf } from './xml-tags.ts';

/** Excel's own formats for dates, by number; the others up to 163 show numbers or times. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The cell styles that show a date, by their place in xl/styles.xml. */
export function readDateStyles(xml: string): ReadonlySet<number> {
  const dateFormats = new Set<number>();
  const styles = new Set<number>();
  let place = 0;
  let isInside = false;
  for (const { name, isEnd, attributes } of tagsOf(xml)) {
    if (name === 'cellXfs') isInside = !isEnd;
    if (isEnd) continue;
    if (name === 'numFmt' && showsDay(attributeOf(attributes, 'formatCode') ?? '')) {
      dateFormats.add(Number(attributeOf(attributes, 'numFmtId')));
    }
    if (name !== 'xf' || !isInside) continue;
    const format = Number(attributeOf(attributes, 'numFmtId') ?? 0);
    if (isDateFormat(format) || dateFormats.has(format)) styles.add(place);
    place += 1;
  }
  return styles;
}

/** Whether a format like 'yyyy-mm-dd' or '[$-409]d "of" mmm' has a day or a year in it. */
const showsDay = (code: string) => /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

/** As 2026-05-01; the number itself if it can't be a date. Excel counts from 1900, on old Macs from 1904. */
export function toIsoDate(cell: string, isFrom1904: boolean): string {
  const days = Math.floor(Number(cell)) + (isFrom1904 ? 1_462 : 0);
  // Up to 60 Excel counts a day that never was; 2,958,465 is the end of the year 9999.
  if (!(days > 60 && days <= 2_958_465)) return cell;
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
}
