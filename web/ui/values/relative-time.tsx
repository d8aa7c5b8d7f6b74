import { useEffect, useState } from 'react';

const formats = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const weekMs = 7 * 86_400_000;

/** "2 hours ago"; a date when it is longer ago than a week. The exact time stands behind it. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow(60_000);
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {describe(date, now)}
    </time>
  );
}

/** The time, told anew every so often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

function describe(date: Date, now: number): string {
  const passed = now - date.getTime();
  if (passed > weekMs) return date.toLocaleDateString(undefined, { dateStyle: 'medium' });
  const [unit, length] = units.find(([, ms]) => passed >= ms) ?? ['minute', 60_000];
  return passed < 60_000 ? 'just now' : formats.format(-Math.floor(passed / length), unit);
}
