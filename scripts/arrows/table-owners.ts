// Which folder of server/ writes to which table. Any folder may read; only the owner inserts, updates and deletes.
// docs/architecture.md explains the less obvious ones.

const owned: Record<string, readonly string[]> = {
  'server/auth/': [
    'auth.audit_entries',
    'auth.challenges',
    'auth.factors',
    'auth.flow_states',
    'auth.identities',
    'auth.one_time_tokens',
    'auth.rate_limits',
    'auth.recovery_codes',
    'auth.refresh_tokens',
    'auth.sessions',
    'auth.signing_keys',
    'auth.users',
  ],
  'server/users/': ['profiles'],
  'server/credits/': ['credit_entries', 'granted_addresses'],
  'server/billing/': [
    'billing_customers',
    'billing_departures',
    'billing_events',
    'billing_records',
    'billing_subscriptions',
    'test_stripe_answers',
    'test_stripe_objects',
  ],
  'server/storage/': ['storage_buckets', 'storage_files', 'storage_objects'],
  'server/campaigns/': ['requests'],
  'server/prospects/': ['left_out_sites', 'prospects', 'separate_sites', 'site_rules'],
  'server/search-results/': ['search_results'],
  'server/backlinks/': ['backlinks', 'triage_settings'],
  'server/pictures/': ['favicons', 'link_checks', 'picture_leftovers', 'screenshots'],
  'server/contacts/': ['contacts'],
  'server/engine/backlinks/': ['page_reads'],
  'server/engine/finding/': ['finder_results', 'rendered_findings', 'suppressed_people'],
  'server/engine/index/': [
    'index_captures',
    'index_crawled_links',
    'index_crawled_pages',
    'index_crawls',
    'index_domain_links',
    'index_domain_ranks',
    'index_domain_ranks_restored',
    'index_domains',
    'index_failures',
    'index_files',
    'index_frontier',
    'index_languages',
    'index_leases',
    'index_links',
    'index_pages',
    'index_releases',
    'index_relinked',
    'index_sample_links',
    'index_sample_links_restored',
    'index_sample_lists',
    'index_sample_lists_restored',
    'index_sample_pages',
    'index_sample_pages_restored',
    'index_write_attempts',
  ],
  'server/engine/pages/': ['page_hosts', 'site_aliases', 'watched_links', 'watched_sites'],
  'server/engine/vendors/': [
    'provider_answers',
    'provider_calls',
    'provider_replies',
    'provider_rests',
    'provider_usage',
  ],
  'server/engine/verification/': [
    'email_verifications',
    'mail_domains',
    'mail_host_slots',
    'mail_hosts',
    'mail_operators',
    'mail_replies',
  ],
  'server/platform/': ['mailbox'],
  'server/platform/queue/': ['dead_letters', 'jobs'],
  // Triggers only.
  'db/': ['campaign_counts', 'campaign_spending', 'paid_addresses'],
};

export const tableOwners: ReadonlyMap<string, string> = new Map(
  Object.entries(owned).flatMap(([folder, tables]) => tables.map((table) => [table, folder])),
);

/** Rows that only one folder locks, because everything below them is locked after them. */
export const lockOwners: ReadonlyMap<string, string> = new Map([
  ['profiles', 'server/credits/'],
  ['requests', 'server/campaigns/'],
]);

/** Functions that write to the table they are given as `table`. */
export const writersByName: readonly string[] = ['rowSelection', 'setFlags', 'undoChange'];
