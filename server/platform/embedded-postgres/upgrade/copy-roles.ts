// What belongs to the server rather than to Zeus's tables: additional roles with their passwords, and extensions.
import pg from 'pg';
import { createClient, type DatabaseAddress } from '../../db.ts';
import { OperatorError } from '../../operator-error.ts';

const { escapeIdentifier: name, escapeLiteral: text } = pg;

interface Role {
  rolname: string;
  attributes: string;
  /** As PostgreSQL stores it: a hash. */
  rolpassword: string | null;
}

/** Creates the roles of one server on another, with their passwords. Rejects like any query. */
export async function copyRoles(from: DatabaseAddress, to: DatabaseAddress): Promise<void> {
  const { roles, members } = await withClient(from, readRoles);
  await withClient(to, async (client) => {
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles');
    const known = new Set(rows.map(({ rolname }) => rolname));
    for (const { rolname, attributes, rolpassword } of roles) {
      if (!known.has(rolname)) await client.query(`create role ${name(rolname)}`);
      const password = rolpassword === null ? '' : ` password ${text(rolpassword)}`;
      await client.query(`alter role ${name(rolname)} with ${attributes}${password}`);
    }
    for (const { role, member, admin_option } of members) {
      await client.query(`grant ${name(role)} to ${name(member)}${admin_option ? ' with admin option' : ''}`);
    }
  });
}

/** Without PostgreSQL's own, and without ours, which the new cluster was created with. */
async function readRoles(client: pg.Client) {
  const { rows: roles } = await client.query<Role>(`
    select rolname, rolpassword, concat_ws(' ',
      case when rolsuper then 'superuser' else 'nosuperuser' end,
      case when rolinherit then 'inherit' else 'noinherit' end,
      case when rolcreaterole then 'createrole' else 'nocreaterole' end,
      case when rolcreatedb then 'createdb' else 'nocreatedb' end,
      case when rolcanlogin then 'login' else 'nologin' end,
      case when rolreplication then 'replication' else 'noreplication' end,
      case when rolbypassrls then 'bypassrls' else 'nobypassrls' end,
      'connection limit ' || rolconnlimit,
      'valid until ' || quote_literal(rolvaliduntil::text)) as attributes
    from pg_authid where rolname !~ '^pg_' and rolname <> current_user`);
  const { rows: members } = await client.query<{ role: string; member: string; admin_option: boolean }>(`
    select distinct r.rolname as role, m.rolname as member, a.admin_option
    from pg_auth_members a join pg_roles r on r.oid = a.roleid join pg_roles m on m.oid = a.member
    where m.rolname !~ '^pg_'`);
  return { roles, members };
}

/** Throws OperatorError if the new PostgreSQL does not have one of them. */
export async function copyExtensions(from: DatabaseAddress, to: DatabaseAddress): Promise<void> {
  const extensions = await withClient(from, async (client) => {
    const { rows } = await client.query<{ extname: string; nspname: string }>(
      `select extname, nspname from pg_extension join pg_namespace n on n.oid = extnamespace
        where extname <> 'plpgsql' order by pg_extension.oid`,
    );
    return rows;
  });
  await withClient(to, async (client) => {
    for (const { extname, nspname } of extensions) {
      await client.query(`create schema if not exists ${name(nspname)}`);
      await client
        .query(`create extension if not exists ${name(extname)} schema ${name(nspname)}`)
        .catch((error: Error) => {
          throw new OperatorError(
            `The extension ${extname} cannot be created in the new database (${error.message}). If nothing needs it, remove it from the old one and run this again.`,
            { cause: error },
          );
        });
    }
  });
}

async function withClient<Result>(
  address: DatabaseAddress,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient(address);
  client.on('error', () => {});
  await client.connect();
  return use(client).finally(() => client.end());
}
