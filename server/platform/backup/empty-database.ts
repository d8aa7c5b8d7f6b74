// Removes everything of Zeus from a database, except the migrations table, which is only emptied. Zeus needs a database of its
// own: anything else in it is removed too, apart from extensions.
import { listTables, nameOf, quoted } from './catalog.ts';
import type { Session } from './session.ts';

const migrationsTable = 'public.schema_migrations';

/** Left by any start of Zeus, even one that was never used. */
const bookkeeping = new Set([migrationsTable, 'public.jobs', 'public.dead_letters']);

/** Tables with at least one row, except bookkeeping. */
export async function listFilledTables(session: Session): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await listTables(session)) {
    if (bookkeeping.has(nameOf(table))) continue;
    const { rowCount } = await session.query(`select from ${quoted(table.schema, table.name)} limit 1`);
    if (rowCount) filled.push(nameOf(table));
  }
  return filled;
}

/** Needs the rights of the owner. */
export async function emptyDatabase(session: Session): Promise<void> {
  await session.query(dropEverything);
  await session.query(`delete from ${migrationsTable}`);
}

// Objects of an extension (deptype 'e') are not ours to drop. All statements are built before the first one runs, because an
// object dropped along with another has no name any more. A partitioned table depends on its own key.
const dropEverything = `
  do $$
  declare
    statement text;
  begin
    foreach statement in array array(
      select format('drop schema %I cascade', nspname) from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
        and pg_has_role(nspowner, 'usage')
        and not exists (select from pg_depend where classid = 'pg_namespace'::regclass and objid = pg_namespace.oid and deptype = 'e')
      union all
      select format('drop %s if exists %s cascade',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.oid::regclass)
      from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
        and c.oid <> '${migrationsTable}'::regclass
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('e', 'i', 'a')
          and refobjid <> c.oid)
      union all
      select format('drop routine if exists %s cascade', p.oid::regprocedure)
      from pg_proc p
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
      union all
      select format('drop type if exists %s cascade', t.oid::regtype)
      from pg_type t
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
        and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e'))
    loop
      execute statement;
    end loop;
  end $$`;
