// One bar per day: how many credits were used. A sentence says the same to screen readers.
import { formatDay } from '../../ui/values/dates.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { serverNow } from '../../ui/values/server-clock.ts';

export interface Day {
  /** 2026-11-15 */
  day: string;
  used: number;
}

const height = 48;
const step = 10;
const barWidth = 7;
/** A day without use is a mark on the baseline, so that it is visible as a day. */
const leastHeight = 2;

/** `what`: "email credit". */
export function UseChart({ days, what }: { days: readonly Day[]; what: string }) {
  const most = Math.max(1, ...days.map(({ used }) => used));
  return (
    <svg
      role="img"
      aria-label={describe(days, what)}
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      className="h-14 w-full"
    >
      {days.map(({ day, used }, index) => {
        const tall = used === 0 ? leastHeight : Math.max(leastHeight * 2, (used / most) * height);
        return (
          <rect
            key={day}
            x={index * step + (step - barWidth) / 2}
            y={height - tall}
            width={barWidth}
            height={tall}
            rx={1.5}
            className={used === 0 ? 'fill-base-300' : 'fill-base-content'}
          >
            <title>{`${formatDay(day)}: ${formatNumber(used)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function describe(days: readonly Day[], what: string): string {
  const sum = days.reduce((total, { used }) => total + used, 0);
  if (sum === 0) return `No ${what}s used in the last ${days.length} days.`;
  const top = days.reduce((best, day) => (day.used > best.used ? day : best));
  return `${countOf(sum, what)} used in the last ${days.length} days, most on ${formatDay(top.day)}: ${formatNumber(top.used)}.`;
}

/** The last `count` days up to today, in UTC, with what was used on each. */
export function lastDays(count: number, usedOn: (day: string) => number, today = new Date(serverNow())): Day[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(today.getTime() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return { day, used: usedOn(day) };
  });
}
