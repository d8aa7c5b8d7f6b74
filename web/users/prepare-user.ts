// After a sign-in the server creates the profile and grants the trial and the offer: once per session, by one tab.

import { keptInBrowser } from '../kept-values.ts';
import { callApi } from '../platform/api.ts';
import { reportError } from '../platform/errors.ts';
import type { Session } from '../platform/session-source.ts';
import { forgetOffer, keptOffer } from './sign-up-choices.ts';

const preparedName = 'zeus.prepared';
const lockName = 'zeus.user.init';

const isPrepared = ({ id }: Session) => keptInBrowser.getItem(preparedName) === id;

let underWay: { id: string; done: Promise<void> } | null = null;

/** Sends POST /api/user/init unless this session has. A failure is reported and retried at the next sign-in event. */
export function prepareUser(session: Session): Promise<void> | undefined {
  if (isPrepared(session)) return undefined;
  if (underWay?.id !== session.id) {
    const done = inOneTab(() => initUser(session)).finally(() => {
      underWay = null;
    });
    underWay = { id: session.id, done };
  }
  return underWay.done;
}

async function initUser(session: Session): Promise<void> {
  if (isPrepared(session)) return;
  try {
    await callApi('POST /api/user/init', { body: { offer: keptOffer() } });
    keptInBrowser.setItem(preparedName, session.id);
    forgetOffer();
  } catch (error) {
    reportError(error);
  }
}

function inOneTab(act: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(lockName, act) : act();
}
