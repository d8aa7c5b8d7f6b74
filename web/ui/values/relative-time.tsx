import { useEffect, useState } from 'react';
import { formatDateTime, formatFullDay, formatTimeAgo } from './dates.ts';
import { serverNow } from './server-clock.ts';

/** "2 hours ago"; a date if it is more than a week ago. The exact time is in its tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow(60_000);
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatTimeAgo(date, now)}
    </time>
  );
}

/** The same for a time that may be a day only, stored as its start in UTC: it is that day in every time zone. */
export function RelativeTimeOrDay({ at }: { at: string }) {
  const [day = '', time] = new Date(at).toISOString().split('T');
  return time === '00:00:00.000Z' ? <time dateTime={day}>{formatFullDay(day)}</time> : <RelativeTime at={at} />;
}

/** The time by the server's clock, updated at this interval. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
