// This tab's live connection: notices of what changed on the server, as topic and id, after which the pages reread it.
// One connection while a user is signed in and the tab is visible; browsers allow six per server, across all tabs.
// It reconnects with increasing delays and requests what it missed by the id of its last notice. Without such an id, as when a
// page starts, everything is read again: what was read before the stream began may have changed since.
import type { EventSourceMessage } from 'eventsource-parser';
import { type LiveData, type LiveEvent, type LiveNotice, liveEvents } from '../../../shared/live.ts';
import { askServer } from '../api.ts';
import { readEvents } from './event-stream.ts';

/** The server sends something every 15 s; three missed in a row mean a dead connection. */
const silenceMs = 45_000;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** Receives notices until stopped. */
export function followNotices(receive: (notice: LiveNotice) => void): () => void {
  const stopped = new AbortController();
  void keepConnected(receive, stopped.signal);
  return () => stopped.abort();
}

async function keepConnected(receive: (notice: LiveNotice) => void, stopped: AbortSignal) {
  let lastId = '';
  let failures = 0;
  const handleEvent = ({ id = lastId, event, data }: EventSourceMessage) => {
    failures = 0;
    if (!isLiveEvent(event)) return;
    if (event === 'ready') {
      if (!lastId) receive({ topic: 'resync', subject: null });
      return;
    }
    lastId = id;
    receive({ topic: event, subject: subjectOf(data) });
  };
  while (!stopped.aborted) {
    await untilUsable(stopped);
    const ended = new AbortController();
    const over = new AbortController();
    const handleEnd = () => (stopped.aborted || document.hidden) && ended.abort();
    document.addEventListener('visibilitychange', handleEnd, { signal: over.signal });
    stopped.addEventListener('abort', handleEnd, { signal: over.signal });
    handleEnd();
    try {
      await connectOnce(lastId, handleEvent, ended.signal);
    } catch {
      failures += ended.signal.aborted ? 0 : 1;
    } finally {
      over.abort();
    }
    if (!ended.signal.aborted) await pause(waitMs(failures), stopped);
  }
}

async function connectOnce(lastId: string, receive: (event: EventSourceMessage) => void, signal: AbortSignal) {
  const headers = { 'last-event-id': lastId };
  const { body } = await askServer('GET /data/live', { ...(lastId && { headers }), signal });
  if (body) await readEvents(body, { silenceMs, receive });
}

const isLiveEvent = (name: string | undefined): name is LiveEvent => liveEvents.some((one) => one === name);

function subjectOf(data: string): string | null {
  try {
    return (JSON.parse(data) as Partial<LiveData>).id ?? null;
  } catch {
    return null;
  }
}

/** Up to a quarter longer at random: many users' browsers must not reconnect at the same moment. */
function waitMs(failures: number): number {
  const wait = Math.min(firstWaitMs * 2 ** Math.max(failures - 1, 0), longestWaitMs);
  return wait * (1 + Math.random() / 4);
}

const isUsable = () => !document.hidden && navigator.onLine;

function untilUsable(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isUsable() && !stopped.aborted) return;
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      stopped.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    stopped.addEventListener('abort', look);
    look();
  });
}

/** Ends early when the browser is online again. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      stopped.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    window.addEventListener('online', finish);
    stopped.addEventListener('abort', finish);
  });
}
