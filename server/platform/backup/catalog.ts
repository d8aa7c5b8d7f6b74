// What the database says about itself: the tables and sequences to back up, and what would prevent loading them.
import type { Session } from './session.ts';

export interface Table {
  schema: string;
  name: string;
  /** Without generated columns, which PostgreSQL recomputes. */
  columns: string[];
}

export interface Counter {
  schema: string;
  name: string;
  /** As text, because it may exceed a JavaScript number. */
  value: string;
  used: boolean;
}

const ours = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;

/** Every table with data: partitioned ones as a whole, and no unlogged ones. */
export async function listTables(session: Session): Promise<Table[]> {
  const { rows } = await session.query<{ table: Table }>(`
    select json_build_object('schema', n.nspname, 'name', c.relname, 'columns', (
      select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')) as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${ours}
    order by n.nspname, c.relname`);
  return rows.map(({ table }) => table);
}

export async function listCounters(session: Session): Promise<Counter[]> {
  const { rows } = await session.query<Counter>(`
    select s.schemaname as schema, s.sequencename as name,
      coalesce(s.last_value, s.start_value)::text as value, s.last_value is not null as used
    from pg_sequences s
      join pg_namespace n on n.nspname = s.schemaname
      join pg_class c on c.relnamespace = n.oid and c.relname = s.sequencename
    where ${ours}
    order by 1, 2`);
  return rows;
}

export interface Obstacle {
  remove: string;
  bringBack: string;
}

/**
 * Foreign keys and triggers, as statements: rows arrive in any order, and what triggers did is already in the rows. Restoring a
 * foreign key checks every row. Needs only the owner's rights.
 */
export async function listObstacles(session: Session): Promise<Obstacle[]> {
  const { rows } = await session.query<{ remove: string; bring_back: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as bring_back
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where contype = 'f' and conparentid = 0 and ${ours}
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not tgisinternal and tgenabled = 'O' and tgparentid = 0 and ${ours}`);
  return rows.map(({ remove, bring_back }) => ({ remove, bringBack: bring_back }));
}

/** Quoted names: "schema"."table". */
export const quoted = (...names: string[]) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');

export const nameOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
