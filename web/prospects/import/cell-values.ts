// What the cells of a user's table mean: sites, dates and states as people write them.
import { type ProspectState, prospectStates } from '../../../shared/prospect-values.ts';
import { stateNames } from '../prospect-words.ts';

const site =
  /^(?:\*\.)?(?:https?:\/\/)?(?:[^@\s/]+@)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:\p{L}{2,}|xn--[a-z0-9-]+)(?::\d+)?(?:[/?#]\S*)?$/iu;

/** A URL, a host, a domain or an email address. */
export const looksLikeSite = (cell: string) => cell.length <= 2_500 && site.test(cell);

const isoDate = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/;
const otherDate = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?:[ ,].*)?$/;

export const looksLikeDate = (cell: string) => isoDate.test(cell) || otherDate.test(cell);

/** With dots the day comes first everywhere; otherwise a first number above 12 in any cell decides. */
export function isDayFirst(cells: readonly string[]): boolean {
  const parts = cells.flatMap((cell) => {
    const [, first, mark, second] = otherDate.exec(cell) ?? [];
    return first ? [{ first: Number(first), second: Number(second), mark }] : [];
  });
  if (parts.some(({ second }) => second > 12)) return false;
  return parts.some(({ first, mark }) => first > 12 || mark === '.');
}

/** As 2026-05-01; null if it is not a date, or one that has not begun anywhere yet. */
export function readDate(cell: string, dayFirst: boolean): string | null {
  const [, year, month, day] = isoDate.exec(cell) ?? [];
  if (year && month && day) return toDay(Number(year), Number(month), Number(day));
  const [, first, , second, written] = otherDate.exec(cell) ?? [];
  if (!first || !second || !written) return null;
  const full = written.length === 2 ? 2000 + Number(written) : Number(written);
  return dayFirst ? toDay(full, Number(second), Number(first)) : toDay(full, Number(first), Number(second));
}

/** A day begins first in Kiribati, at UTC+14. */
const mostHoursAhead = 14;

function toDay(year: number, month: number, day: number): string | null {
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const hasBegun = time <= Date.now() + mostHoursAhead * 3_600_000;
  return isReal && year >= 1990 && hasBegun ? date.toISOString().slice(0, 10) : null;
}

const otherWords: Readonly<Record<string, ProspectState>> = {
  ...{
    sent: 'contacted',
    emailed: 'contacted',
    'outreach sent': 'contacted',
    'follow-up': 'contacted',
    pitched: 'contacted',
  },
  ...{
    'no reply': 'contacted',
    'no response': 'contacted',
    opened: 'contacted',
    waiting: 'contacted',
    yes: 'contacted',
  },
  ...{ answered: 'replied', responded: 'replied', reply: 'replied', negotiating: 'replied', interested: 'replied' },
  ...{
    live: 'linked',
    won: 'linked',
    'link placed': 'linked',
    placed: 'linked',
    published: 'linked',
    'link live': 'linked',
  },
  ...{
    unsubscribed: 'do_not_contact',
    'opted out': 'do_not_contact',
    dnc: 'do_not_contact',
    blacklisted: 'do_not_contact',
  },
  ...{ blocked: 'do_not_contact', declined: 'do_not_contact', 'not interested': 'do_not_contact' },
  ...{ rejected: 'removed', new: 'seen', prospect: 'seen', todo: 'seen', 'not contacted': 'seen', approved: 'kept' },
};

const stateWords = new Map<string, ProspectState>([
  ...Object.entries(otherWords),
  ...prospectStates.flatMap((state): [string, ProspectState][] => [
    [state, state],
    [state.replaceAll('_', ' '), state],
    [stateNames[state].toLowerCase(), state],
  ]),
]);

/** Undefined if the word is unknown. */
export const readState = (cell: string): ProspectState | undefined => stateWords.get(cell.toLowerCase());
