// Fills a migrated database by SQL: one user with a great many rows in every list, and other users with the rest. Triggers are
// off and secondary indexes are rebuilt at the end, so that ten million rows take minutes instead of hours.
import type pg from 'pg';
import { createClient } from '../../server/platform/db.ts';
import type { TestDatabase } from '../../server/test/database.ts';
import { fillEngine, type Run } from './fill-engine.ts';

export interface Size {
  /** Rows of the one user, in each list. */
  own: number;
  /** Rows of the largest table, contacts; the others have a share of that. */
  all: number;
}

export interface Filled {
  userId: string;
  /** The campaign with all of the user's rows. */
  campaignId: string;
}

/** Each campaign of the other users has 500 contacts on 250 backlinks from 100 search results. */
const perCampaign = { contacts: 500, backlinks: 250, results: 100 };

/** Other users with rows; there are more who only have an account. */
const others = 2_000;

export async function fill(db: TestDatabase, { own, all }: Size, note: (line: string) => void): Promise<Filled> {
  // Not from the pool, whose statements have a time limit.
  const client = createClient(db.address);
  await client.connect();
  const run = async (text: string) => {
    const started = performance.now();
    const { rowCount } = await client.query(text);
    const [, , table = ''] = text.trim().split(/\s+/);
    note(`${table}: ${rowCount} rows in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  };
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '512MB'`);
  const indexes = await dropIndexes(client);
  const campaigns = Math.ceil((all - own) / perCampaign.contacts);
  await fillAccounts(run, Math.max(others, Math.ceil(all / 100)));
  await fillCampaigns(run, { own, campaigns, screenshots: Math.ceil(all / 10) });
  await fillRest(run, { own, all });
  await fillEngine(run, Math.ceil(all / 10));
  const started = performance.now();
  for (const definition of indexes) await client.query(definition);
  await client.query('vacuum analyze');
  note(`indexes and statistics in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  const { rows } = await client.query<Filled>(`select user_id as "userId", id as "campaignId" from requests
    where user_id = (select id from people where no = 0) order by requests.id limit 1`);
  await client.end();
  const [filled] = rows;
  if (!filled) throw new Error('The database was not filled');
  return filled;
}

/** Returns how to make them again. Those that belong to a constraint stay. */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth') and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** People are numbered in a table of their own: number 0 is the user with the many rows. */
async function fillAccounts(run: Run, people: number): Promise<void> {
  await run(`create table people as select no, uuidv7() as id from generate_series(0, ${people}) no`);
  await run('alter table people add primary key (no)');
  await run(`insert into auth.users (id, email, email_confirmed_at, created_at)
    select id, 'person' || no || '@zeus.example', now(), now() - no * interval '1 minute' from people`);
  await run(`insert into auth.identities (user_id, provider, provider_id) select id, 'email', id from people`);
  await run(`insert into profiles (id, credits, email_credits) select id, 0, 0 from people`);
  await run(`insert into auth.sessions (user_id, amr, ip, refreshed_at)
    select id, '[]', '10.0.' || no % 250 || '.1', now() - s * interval '10 days' from people, generate_series(0, 4) s`);
  await run(`insert into auth.refresh_tokens (session_id, token_hash, revoked_at)
    select id, sha256((id || t::text)::bytea), case when t > 0 then now() - t * interval '3 days' end
    from auth.sessions, generate_series(0, 4) t`);
  await run(`insert into auth.audit_entries (user_id, action, created_at)
    select id, 'login', now() - d * interval '36 days' from people, generate_series(0, 9) d`);
  await run(`insert into auth.flow_states (user_id, method, expires_at)
    select id, 'magiclink', now() + interval '1 hour' from people where no % 10 = 0`);
  await run(`insert into auth.one_time_tokens (user_id, kind, sent_to, link_hash, code_hash, expires_at)
    select id, 'recovery', 'person' || no || '@zeus.example', sha256(no::text::bytea), 'c', now() + interval '1 hour'
    from people where no % 10 = 0`);
  await run(
    `insert into auth.factors (user_id, factor_type, sealed_secret) select id, 'totp', '' from people where no % 10 = 0`,
  );
  await run(`insert into auth.challenges (factor_id, ip, expires_at)
    select id, '10.0.0.1', now() + interval '5 minutes' from auth.factors`);
  await run(`insert into auth.rate_limits (key, used_until)
    select 'sign-in:' || no, now() + interval '1 hour' from people`);
}

/** Campaign 0 has the many rows; the user's other campaigns have none. */
async function fillCampaigns(
  run: Run,
  { own, campaigns, screenshots }: { own: number; campaigns: number; screenshots: number },
): Promise<void> {
  await run(`create table courses as
    select n, uuidv7() as id, case when n < ${own} then 0 else 1 + n % ${others} end as person,
      case when n = 0 then ${own} when n < ${own} then 0 else 1 end as size from generate_series(0, ${own + campaigns}) n`);
  await run(`insert into requests (id, user_id, keyword, type, status, step_started_at, search, idempotency_key, created_at, updated_at)
    select c.id, p.id, 'campaign ' || c.n, 'Guest Posts',
      case when c.n % 1000 = 7 then 'Waiting for Emails' else 'Waiting to Pick Backlinks' end,
      case when c.n % 1000 = 7 then now() - interval '2 hours' end, 'done', 'form:' || md5(c.n::text) || ':x',
      now() - c.n * interval '1 minute', now() - interval '1 hour'
    from courses c join people p on p.no = c.person`);
  const rowsOf = (per: number) => `generate_series(1, case c.size when 0 then 0 when 1 then ${per} else c.size end) r`;
  const owner = 'courses c join people p on p.no = c.person cross join lateral';
  await run(`insert into search_results (id, user_id, requests_id, position, url, title, description, domain_rating, keep, backlink_search)
    select uuidv7(), p.id, c.id, r, 'https://site-' || c.n * 7 + r || '.example/page', 'Result ' || r % 997, repeat('word ', 20),
      r % 90, r % 3 = 0, case when r % 3 > 0 then 'none' when r % 300 = 0 then 'failed' else 'done' end
    from ${owner} ${rowsOf(perCampaign.results)}`);
  await run(`insert into backlinks (id, user_id, requests_id, url_from, url_to, domain, title, anchor, source, domain_rating, keep,
      screenshot_state, contact_search, contact_search_mode, page_read, screenshot_id)
    select uuidv7(), p.id, c.id, 'https://blog-' || c.n * 11 + r || '.example/post', 'https://target.example/',
      'blog-' || c.n * 11 + r || '.example', 'Page ' || r % 997, 'anchor', 'zeus-own', r % 90, r % 2 = 0, 'ready',
      case when r % 2 = 1 then 'none' when r % 200 = 0 then 'waiting' when r % 100 = 0 then 'failed' else 'done' end,
      case when r % 2 = 0 then 'author' end, 'done', 1 + (c.n * 11 + r) % ${screenshots}
    from ${owner} ${rowsOf(perCampaign.backlinks)}`);
  await run(`insert into contacts (id, user_id, request_id, backlink_id, first_name, last_name, email_state, email, type,
      verification, source, keep, evidence)
    select uuidv7(), b.user_id, b.requests_id, b.id, 'Mia', 'Berg', 'found', 'p' || e || '@' || b.domain, 'personal', 'valid',
      'zeus-own', e = 1, '{"search": "author", "page": "https://example.org/about"}'
    from backlinks b join courses c on c.id = b.requests_id, generate_series(1, case c.size when 1 then 2 else 1 end) e`);
}

async function fillRest(run: Run, { own, all }: Size): Promise<void> {
  const half = Math.ceil(all / 2);
  const tenth = Math.ceil(all / 10);
  // As many entries as the user has rows, the rest spread over the other two thousand.
  await run(`insert into credit_entries (user_id, kind, delta, reason, details, created_at)
    select p.id, 'email', -1, 'email:p' || e.n || '@x.example', '{}', now() - e.n * interval '1 minute'
    from generate_series(1, ${half}) e (n) join people p on p.no = case when e.n <= ${own} then 0 else 1 + e.n % ${others} end`);
  await run(`insert into paid_addresses (user_id, address) select user_id, substr(reason, 7) from credit_entries`);
  await run(`insert into screenshots (url, state, file, small_file, settled_at, wanted_at, wanted_by, rank)
    select 'https://blog-' || n || '.example/post', case when n % 101 = 0 then 'waiting' else 'ready' end, 'a' || n, 'b' || n,
      now(), now() - n % 32 * interval '1 day', p.id, n % 100
    from generate_series(1, ${tenth}) n join people p on p.no = n % ${others}`);
  await run(`update screenshots set state = 'failed', reason = 'unavailable' where id % 50 = 1`);
  await run(`insert into favicons (hostname, file, checked_at)
    select 'blog-' || n || '.example', 'icon' || n, now() - n % 62 * interval '1 day' from generate_series(1, ${tenth}) n`);
  await run(`insert into picture_leftovers (file, since)
    select 'old' || n, now() - interval '2 hours' from generate_series(1, ${Math.ceil(tenth / 10)}) n`);
  await run(`insert into email_verifications (address_hash, verdict, reason, source, evidence, checked_at, expires_at)
    select sha256(n::text::bytea), 'valid', 'accepted', 'zeus-own', '{}', now(), now() + n % 30 * interval '1 day' - interval '1 hour'
    from generate_series(1, ${half}) n`);
  await fillBillingAndStorage(run, { own, tenth });
  // Contact searches that wait: half of them of the one user.
  await run(`insert into jobs (name, payload, owner, key)
    select 'contacts.find', '{}', p.id || '/' || md5((n % 7)::text)::uuid, n::text
    from generate_series(1, ${own}) n join people p on p.no = case when n % 2 = 0 then 0 else n % 200 end`);
  await run(`insert into dead_letters (name, payload, reason, attempts, died_at)
    select 'contacts.find', '{}', 'no luck', 5, now() - n * interval '1 minute' from generate_series(1, ${own}) n`);
}

async function fillBillingAndStorage(run: Run, { own, tenth }: { own: number; tenth: number }): Promise<void> {
  await run(`insert into billing_customers (user_id, account, id, synced_at)
    select id, 'live', 'cus_' || no, case when no % 10 > 0 then now() - no % 24 * interval '1 hour' end from people`);
  await run(`insert into billing_subscriptions (id, user_id, customer_id, plan, status, started_at)
    select 'sub_' || no, id, 'cus_' || no, 'starter', 'active', now() from people`);
  await run(`insert into billing_records (user_id, customer_id, kind, object_id, at)
    select p.id, 'cus_' || p.no, 'payment', 'in_' || r.n, now() - r.n * interval '1 minute'
    from generate_series(1, ${tenth}) r (n) join people p on p.no = case when r.n <= ${own} then 0 else r.n % ${others} end`);
  await run(`insert into billing_events (id, type, received_at)
    select 'evt_' || n, 'invoice.paid', now() - n % 29 * interval '1 day' from generate_series(1, ${tenth}) n`);
  await run(`insert into storage_buckets (user_id, name) select id, 'bucket' from people where no < ${others}`);
  await run(`insert into storage_files (id, user_id, size, state, created_at)
    select md5('file' || f.n)::uuid, p.id, 1000, 'stored', now() - interval '1 day'
    from generate_series(1, ${tenth}) f (n) join people p on p.no = case when f.n <= ${own} then 0 else f.n % ${others} end`);
  await run(`insert into storage_objects (user_id, bucket_id, name, file_id, size, etag, content_type, cache_control)
    select f.user_id, b.id, 'folder-' || row_number() over () % 50 || '/' || f.id, f.id, 1000, 'e', 'text/plain', 'no-cache'
    from storage_files f join storage_buckets b on b.user_id = f.user_id`);
}
