// One connection that listens for PostgreSQL notifications on one channel, and reconnects when it breaks.
import pg from 'pg';
import { createClient, type DatabaseAddress } from '../db.ts';

export interface ListenOptions {
  channel: string;
  onNotice(payload: string): void;
  /** Called each time it starts listening: at first, and after every reconnect. Notices in between are lost. */
  onListening(): void;
}

export interface Listener {
  close(): Promise<void>;
}

const againAfterMs = 500;

/** Starts listening; rejects if the first connection fails. */
export async function listenTo(address: DatabaseAddress, options: ListenOptions): Promise<Listener> {
  let client = await connect();
  let again: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    const next = createClient(address, { application_name: 'zeus-listen', connectionTimeoutMillis: 5_000 });
    next.on('error', () => {});
    next.on('notification', ({ payload }) => options.onNotice(payload ?? ''));
    next.once('end', () => comeBack());
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(options.channel)}`);
    options.onListening();
    return next;
  }

  function comeBack(): void {
    if (closed || again) return;
    again = setTimeout(async () => {
      again = undefined;
      try {
        const next = await connect();
        if (closed) await next.end();
        client = next;
      } catch {
        comeBack();
      }
    }, againAfterMs);
  }

  return {
    async close() {
      closed = true;
      clearTimeout(again);
      await client.end();
    },
  };
}
