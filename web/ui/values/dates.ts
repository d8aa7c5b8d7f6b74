// Dates and times as the page shows them, in the user's time zone.
import { pageLanguage } from './page-language.ts';

const long = new Intl.DateTimeFormat(pageLanguage, { dateStyle: 'long' });
const medium = new Intl.DateTimeFormat(pageLanguage, { dateStyle: 'medium' });
const withTime = new Intl.DateTimeFormat(pageLanguage, { dateStyle: 'medium', timeStyle: 'medium' });
const dayInUtc = new Intl.DateTimeFormat(pageLanguage, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const fullDayInUtc = new Intl.DateTimeFormat(pageLanguage, { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(pageLanguage, { numeric: 'auto' });

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const weekMs = 7 * 86_400_000;

/** "December 15, 2026". */
export const formatLongDate = (date: Date) => long.format(date);

/** "Dec 15, 2026, 4:05:06 PM". */
export const formatDateTime = (date: Date) => withTime.format(date);

/** "Dec 15", of a day such as 2026-12-15. */
export const formatDay = (day: string) => dayInUtc.format(new Date(`${day}T00:00:00Z`));

/** "Dec 15, 2026", of a day such as 2026-12-15. */
export const formatFullDay = (day: string) => fullDayInUtc.format(new Date(`${day}T00:00:00Z`));

/** "4:05", or "1:00:01" from one hour on; never below "0:00". */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const minutes = String(Math.floor((seconds % 3_600) / 60)).padStart(hours > 0 ? 2 : 1, '0');
  return `${hours > 0 ? `${hours}:` : ''}${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "2 hours ago", or a date if it was more than a week ago. */
export function formatTimeAgo(date: Date, now: number): string {
  const passed = now - date.getTime();
  if (passed > weekMs) return medium.format(date);
  const [unit, length] = units.find(([, ms]) => passed >= ms) ?? ['minute', 60_000];
  return passed < 60_000 ? 'just now' : relative.format(-Math.floor(passed / length), unit);
}
