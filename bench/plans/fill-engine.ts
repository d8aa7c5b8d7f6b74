// What the engine remembers: web hosts, mail servers and vendors. Belongs to no user.
export type Run = (text: string) => Promise<void>;

export async function fillEngine(run: Run, tenth: number): Promise<void> {
  await run(`insert into page_hosts (host, turn_at)
    select 'blog-' || n || '.example', now() - n % 30 * interval '1 hour' from generate_series(1, ${tenth}) n`);
  await run(`insert into mail_operators (operator, rested_at, rest_until, rest_reason, mx_host, code, reply)
    select 'mx-' || n || '.example', now() - interval '1 day', now() + n % 40 * interval '1 hour' - interval '35 days', 'refused',
      'mx-' || n || '.example', 550, 'no' from generate_series(1, ${Math.ceil(tenth / 10)}) n`);
  await run(`insert into mail_hosts (host, reached_at)
    select 'mx-' || n || '.example', now() - n % 20 * interval '1 hour' from generate_series(1, ${tenth}) n`);
  await run(`insert into mail_host_slots (operator, slot, holder, busy_until)
    select 'mx-' || n || '.example', 0, md5(n::text)::uuid, now() - n % 20 * interval '1 hour'
    from generate_series(1, ${Math.ceil(tenth / 10)}) n`);
  // A quarter of the replies come from one large operator.
  await run(`insert into mail_replies (at, operator, mx_host, stage, code, reply, judged)
    select now() - n % 720 * interval '1 hour', case when n % 4 = 0 then 'google' else 'mx-' || n % 5000 || '.example' end,
      'mx-' || n % 5000 || '.example', 'recipient', 250, 'ok', case when n % 9 = 0 then 'no-such-mailbox' else 'accepted' end
    from generate_series(1, ${tenth}) n`);
  await run(`insert into provider_calls (source, capability, request_hash, outcome, dollars, at, answer_by)
    select (array['serper', 'dataforseo', 'hunter'])[1 + n % 3], 'search', sha256(n::text::bytea),
      case when n % 500 = 0 then 'lost' else 'ok' end, 0.001, now() - n % 2000 * interval '1 hour', now()
    from generate_series(1, ${tenth}) n`);
  await run(`insert into provider_answers (request_hash, answer, expires_at)
    select request_hash, '{}', at + interval '30 days' from provider_calls where outcome = 'ok'`);
  await run(`insert into provider_usage (source, capability, day, outcome, calls, units, dollars, ms)
    select source, 'search', current_date - d, outcome, 1, 1, 1, 1
    from unnest(array['serper', 'dataforseo', 'hunter']) source, unnest(array['ok', 'empty', 'lost', 'hit']) outcome,
      generate_series(0, 1000) d`);
}
