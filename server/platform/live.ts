// Notices of changes, from PostgreSQL to the event streams of browsers: only ids, the browser rereads the rows. One LISTEN per
// process. A stream that returns with the id of its last notice gets what it missed, or a 'resync' notice ("reread everything")
// if that is no longer known here.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { changeTopics, type LiveNotice } from '../../shared/live.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { listenTo } from './database/listen.ts';
import type { Database } from './db.ts';
import type { Log } from './log.ts';

const channel = 'zeus_live';
/** Enough for minutes of a busy process; a stream away for longer rereads everything. */
const maxRecent = 5_000;

const change = z.object({ user: z.string(), topic: z.enum(changeTopics), id: z.string() });

/** What is sent on the channel. */
export type Change = z.infer<typeof change>;

export interface Notice extends LiveNotice {
  /** Which notice of which process this is: `<process>:<number>`. */
  readonly id: string;
}

export interface Live {
  /** The id of the last notice of any user, for streams that have received none yet. */
  lastId(): string;
  /** Calls `receive` for each notice of this user, starting with those missed since `lastId`. Returns a function to stop. */
  subscribe(userId: string, lastId: string | undefined, receive: (notice: Notice) => void): () => void;
  close(): Promise<void>;
}

/** Starts listening; rejects if the database cannot be reached. Reconnects automatically. */
export async function openLive(db: Database, log: Log): Promise<Live> {
  const epoch = randomUUID().slice(0, 8);
  const recent: { number: number; user: string; notice: Notice }[] = [];
  const subscribers = new Map<string, Set<(notice: Notice) => void>>();
  let last = 0;
  let connections = 0;

  const lastId = () => `${epoch}:${last}`;
  const resync = (): Notice => ({ id: lastId(), topic: 'resync', subject: null });

  function publish(payload: string): void {
    const parsed = change.safeParse(parseJson(payload));
    if (!parsed.success) {
      log.warn({ payload }, 'unreadable live notice');
      return;
    }
    last += 1;
    const { user, topic, id } = parsed.data;
    const entry = { number: last, user, notice: { id: lastId(), topic, subject: id } };
    recent.push(entry);
    if (recent.length > maxRecent) recent.shift();
    for (const receive of subscribers.get(user) ?? []) receive(entry.notice);
  }

  function handleListening(): void {
    connections += 1;
    if (connections === 1) return;
    // Notices sent while the connection was gone are lost to this process, so every stream rereads.
    log.info('listening for live notices again');
    recent.length = 0;
    last += 1;
    for (const receivers of subscribers.values()) for (const receive of receivers) receive(resync());
  }

  function missedSince(userId: string, lastId: string): Notice[] {
    const [from, text] = lastId.split(':');
    const number = Number(text);
    const oldest = recent[0]?.number ?? last + 1;
    if (from !== epoch || !(number >= oldest - 1 && number <= last)) return [resync()];
    return recent.filter((entry) => entry.number > number && entry.user === userId).map((entry) => entry.notice);
  }

  const listener = await listenTo(db.address, { channel, onNotice: publish, onListening: handleListening });
  return {
    lastId,
    subscribe(userId, lastId, receive) {
      if (lastId) for (const missed of missedSince(userId, lastId)) receive(missed);
      const receivers = subscribers.get(userId) ?? new Set();
      subscribers.set(userId, receivers.add(receive));
      return () => {
        receivers.delete(receive);
        if (receivers.size === 0 && subscribers.get(userId) === receivers) subscribers.delete(userId);
      };
    },
    close: listener.close,
  };
}
