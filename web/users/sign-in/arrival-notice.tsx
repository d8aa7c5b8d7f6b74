import { useEffect, useState } from 'react';
import { type Arrival, currentArrival, forgetArrival } from '../../platform/auth/arrival.ts';
import { Banner } from '../../ui/banner.tsx';
import { describeArrivalError } from '../auth-problems.ts';

/** How the page was opened, for as long as it is shown; other pages do not hear of it any more. */
export function useArrival(): Arrival | null {
  const [arrival] = useState(currentArrival);
  useEffect(() => () => forgetArrival(arrival), [arrival]);
  return arrival;
}

/** Tells what a link or Google has come back with, when that was not simply a session. */
export function ArrivalNotice() {
  const arrival = useArrival();
  if (arrival?.errorCode) return <Banner tone="error">{describeArrivalError(arrival.errorCode)}</Banner>;
  if (arrival?.isFarewell) return <Banner tone="success">Your account and all its data have been deleted.</Banner>;
  if (!arrival?.isHalfDone) return null;
  return <Banner tone="info">Thank you. Now open the link we sent to your other address.</Banner>;
}
