// INDEX_URL: the ClickHouse servers that store the page sample.
//   clickhouse://user:password@host:8123/database
//   clickhouse://user:password@host1:8123,host2:8123/database?cluster=name
// The ports are those of the HTTP interface; `clickhouse+https://` encrypts. With a cluster, every server of it is listed.

const pattern =
  /^clickhouse(?<tls>\+https)?:\/\/(?:(?<user>[^:@/]+)(?::(?<password>[^@/]*))?@)?(?<hosts>[^\s@/?#]+)\/(?<database>[a-z_]\w*)(?:\?cluster=(?<cluster>[\w.-]+))?$/i;
const hostPattern = /^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i;

export interface ClickHouseAddress {
  /** The URL of each server's HTTP interface. */
  nodes: string[];
  user: string;
  password: string;
  database: string;
  /** Null: a single server. */
  cluster: string | null;
}

/** Null if the text is not such an address. */
export function parseClickHouseUrl(text: string): ClickHouseAddress | null {
  const { tls, user = 'default', password = '', hosts = '', database = '', cluster } = pattern.exec(text)?.groups ?? {};
  const names = hosts.split(',');
  const isComplete = names.every((name) => hostPattern.test(name)) && (names.length === 1 || cluster !== undefined);
  const login = [user, password].map(decoded);
  if (!isComplete || login.includes(null)) return null;
  const [name, secret] = login as [string, string];
  const nodes = names.map((host) => `${tls ? 'https' : 'http'}://${host}`);
  return { nodes, user: name, password: secret, database, cluster: cluster ?? null };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
