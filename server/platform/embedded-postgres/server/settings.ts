// The settings of the embedded server, passed on its command line, so that a new version of Zeus brings its own settings and a
// data folder contains none.
import { totalmem } from 'node:os';

export interface ServerSettings {
  socketDirectory: string | null;
  port: number;
  durable: boolean;
  maxConnections: number;
}

export function serverArguments(dataDir: string, settings: ServerSettings): string[] {
  const values = {
    listen_addresses: settings.socketDirectory === null ? '127.0.0.1' : '',
    unix_socket_directories: settings.socketDirectory ?? '',
    unix_socket_permissions: '0700',
    port: settings.port,
    max_connections: settings.maxConnections,
    // Tests create and drop many small databases, and dropping one looks through the whole cache.
    shared_buffers: cacheFor(settings.durable ? availableMemory() : 0),
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // Short queries only: compiling them costs more than it gains, and the binaries have no compiler.
    jit: 'off',
    // There are no replicas, so its log can be smaller.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    max_wal_size: '512MB',
    log_checkpoints: 'off',
    log_line_prefix: '',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(settings.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return ['-D', dataDir, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** What this process may use: in a container, less than the machine has. */
const availableMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const mebibyte = 2 ** 20;

/**
 * An eighth of the memory, because a browser and Zeus itself run on the same machine. In a link index of a million pages, slow searches
 * (p95) take a quarter to a third less time with 2 GB than with 128 MB. PostgreSQL takes the memory when it first uses it.
 */
export function cacheFor(memoryBytes: number): string {
  return `${Math.min(Math.max(Math.floor(memoryBytes / 8 / mebibyte), 128), 2048)}MB`;
}
