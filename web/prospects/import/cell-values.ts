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

/**
 * How people and sending tools call it, without spaces, underscores and hyphens, and without "is", "prospect" or "lead" in front. In doubt,
 * a site counts as contacted.
 */
const otherWords: Readonly<Partial<Record<ProspectState, string>>> = {
  seen: 'new prospect todo imported scanned reviewed skipped notcontacted notyetcontacted notsent missingdata hasproblems',
  removed: 'rejected',
  kept: 'approved',
  contacted: `
    sent firstsent wassent emailsent firstemailsent emailssent outreachsent emailed pitched delivered followup followedup yes
    waiting noreply notreplied noresponse nonresponsive started active inprogress pending paused stopped completed finished called
    open opened isopened emailopen emailopened emailsopened hooked
    clicked linkclicked emaillinkclick emaillinkclicked emailsclicked attracted
    bounce bounced hardbounce hardbounced softbounce softbounced emailbounce emailbounced emailsbounced
    failed invalid prospectinvalid undeliverable
    autoreply autoreplied autoreplyreceived emailautoreply outofoffice leadoutofoffice ooo`,
  replied: `
    reply replyreceived emailreply emailreplied emailsreplied received firstreceived answered responded warmed
    negotiating interested maybelater informationrequest meetingbooked meetingrequest meetingcompleted wrongperson`,
  linked: 'live linklive placed linkplaced published won',
  do_not_contact: 'dnc stop blocked declined notinterested lost',
};

/**
 * Part of any words for someone who wants no more email, such as LEAD_UNSUBSCRIBED, but not "not unsubscribed" or "opted out: no".
 * Missing one means writing to them again.
 */
const optOut =
  /(?<!(?:^|[^a-z])(?:not?|never)[\s_]*)(?:unsub|opt(?:ed)?[\s_-]*out|(?:black|block)[\s_-]*list|suppress|complain|spam|do[\s_-]*(?:no|n['’]?)t[\s_-]*(?:contact|e?-?mail))(?!.*[:=]\s*(?:no|false|0)\s*$)/i;

const optOutName =
  /(?<!(?:^|[^a-z])(?:not?|never)[\s_]*)(?:unsub|opt(?:ed)?[\s_-]*out|(?:black|block)[\s_-]*list|suppress|complain|spam[\s_-]*report|is[\s_-]*spam|do[\s_-]*not[\s_-]*(?:contact|e?-?mail)|^dnc$)(?!.*(?:check|before|until|link|url))/i;

/** Whether a column with this name may say who wants no more email, such as is_unsubscribed, but not "Blacklist checked". */
export const isOptOutName = (name: string) => optOutName.test(name);

/** Whether a cell of such a column says so: yes, since when, or in its own words. */
export const saysOptedOut = (cell: string) =>
  /^(?:true|yes|y|x|1)$/i.test(cell) || looksLikeDate(cell) || readState(cell) === 'do_not_contact';

const withoutSeparators = (words: string) => words.toLowerCase().replace(/[\s_-]+/g, '');

const stateWords = new Map<string, ProspectState>(
  prospectStates.flatMap((state) =>
    [...(otherWords[state]?.trim().split(/\s+/) ?? []), state, stateNames[state]].map(
      (word): [string, ProspectState] => [withoutSeparators(word), state],
    ),
  ),
);

/** Undefined if the word is unknown. */
export function readState(cell: string): ProspectState | undefined {
  const word = withoutSeparators(cell);
  const known = stateWords.get(word) ?? stateWords.get(word.replace(/^(?:is|prospect|lead)/, ''));
  if (known) return known;
  // A link to unsubscribe is not a state.
  return optOut.test(cell) && !looksLikeSite(cell) ? 'do_not_contact' : undefined;
}
