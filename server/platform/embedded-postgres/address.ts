/** Where a server listens. A host that begins with '/' is the folder of a unix socket. */
export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}
