// Where the web server listens. The name localhost has two addresses, and most systems name ::1 first: a server that listens there
// only is out of reach for everything that connects to 127.0.0.1, such as a reverse proxy. So Zeus listens at both.
import { type HttpServer, listen } from './server.ts';

type Fetch = Parameters<typeof listen>[0];

export interface Place {
  host: string;
  port: number;
}

/** Rejects with OperatorError if the port is taken at either address, or not allowed. */
export async function listenAt(fetch: Fetch, { host, port }: Place): Promise<HttpServer> {
  if (host !== 'localhost') return listen(fetch, { host, port });
  const first = await listen(fetch, { host: '127.0.0.1', port });
  const second = await listen(fetch, { host: '::1', port: first.port }).catch(async (error: Error) => {
    // A port that the system chose is free at the first address only by chance.
    if (port === 0 || isWithoutIpv6(error)) return undefined;
    await first.stop(0);
    throw error;
  });
  return {
    port: first.port,
    async stop(limitMs) {
      await Promise.all([first.stop(limitMs), second?.stop(limitMs)]);
    },
  };
}

const isWithoutIpv6 = ({ cause }: Error) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '');
