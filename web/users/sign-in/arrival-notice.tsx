import { useEffect, useState } from 'react';
import { type Arrival, currentArrival, forgetArrival } from '../../platform/auth/arrival.ts';
import { Banner } from '../../ui/banner.tsx';
import { describeArrivalError } from '../auth-problems.ts';

/** How the page was opened, while it is shown; other pages no longer see it. */
export function useArrival(): Arrival | null {
  const [arrival] = useState(currentArrival);
  useEffect(() => () => forgetArrival(arrival), [arrival]);
  return arrival;
}

/** Shows the result of a link or Google, unless it was simply a session. `isOver`: no link to another address is left to open. */
export function ArrivalNotice({ isOver = false }) {
  const arrival = useArrival();
  if (arrival?.errorCode) return <Banner tone="error">{describeArrivalError(arrival.errorCode)}</Banner>;
  if (arrival?.isFarewell) return <Banner tone="success">Your account and all its data have been deleted.</Banner>;
  if (!arrival?.isHalfDone || isOver) return null;
  return <Banner tone="info">Thank you. Now open the link we sent to your other address.</Banner>;
}
