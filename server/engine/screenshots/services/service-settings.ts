export interface ServiceSettings {
  key: string;
  secret?: string | undefined;
  /** For tests. */
  baseUrl?: string | undefined;
}
