// The settings of the embedded server, passed on its command line, so that a new version of Zeus brings its own settings and a
// data folder contains none.
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
    shared_buffers: '128MB',
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
