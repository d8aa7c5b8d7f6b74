import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findCycles } from './arrows/find-cycles.ts';
import { judgeArrows } from './arrows/judge.ts';
import { judgeWrites, tablesIn } from './arrows/judge-writes.ts';
import { readWrites } from './arrows/read-writes.ts';

const judge = (files: Record<string, string>) => judgeArrows(new Map(Object.entries(files)));

describe('forbidden', () => {
  test.each([
    ['shared/plan.ts', "import { x } from '../server/jobs.ts';", /shared may import nothing, not jobs/],
    ['shared/plan.ts', "import { tldts } from 'tldts';", /only zod may be imported there/],
    ['shared/plan.ts', "import { readFileSync } from 'node:fs';", /only zod may be imported there/],
    [
      'web/ui/overlay/modal.tsx',
      "import { useSession } from '../../platform/session.tsx';",
      /web ui may import .* not web platform/,
    ],
    ['web/platform/api.ts', "import { x } from '../users/login-page.tsx';", /not web users/],
    ['web/layout/navigation/nav-bar.tsx', "import { x } from '../../users/login-page.tsx';", /not web users/],
    ['web/billing/x.ts', "import { x } from '../sign-up/signup-page.tsx';", /not web sign-up/],
    ['web/backlinks/x.ts', "import type { X } from '../contacts/contacts.api.ts';", /not web contacts/],
    ['web/campaigns/x.ts', "import { prefetchPage } from '../routes.ts';", /not web routes/],
    ['web/new-feature/x.ts', 'export const x = 1;', /belongs to no module/],
    ['web/routes.ts', "import { x } from './users/login-page.tsx';", /web users only by import\(\)/],
    ['web/platform/api.ts', "import type { App } from '../../server/app.ts';", /not app/],
    ['web/users/login-page.tsx', "import type { X } from '../../server/users/x.ts';", /not users/],
    ['web/users/login-page.tsx', "import { join } from 'node:path';", /browsers don’t have Node’s built-in modules/],
    [
      'server/platform/db.ts',
      "import type { X } from '../users/users.store.ts';",
      /platform may import shared, not users/,
    ],
    ['server/platform/db.ts', "import { jobs } from '../jobs.ts';", /not jobs/],
    ['server/engine/search/own.ts', "import { x } from '../../credits/charge.ts';", /not credits/],
    ['server/engine/search/own.ts', "import { jobs } from '../../jobs.ts';", /not jobs/],
    ['server/jobs.ts', "import { x } from './workflow/advance.job.ts';", /not workflow/],
    ['server/auth/auth.ts', "import { x } from '../users/init-user.ts';", /not users/],
    [
      'server/auth/users/x.ts',
      "import { x } from '../sessions/open-session.ts';",
      /this folder may not import server\/auth\/sessions\//,
    ],
    [
      'server/auth/sessions/x.ts',
      "import type { X } from '../account/sign-up/sign-up.ts';",
      /may not import server\/auth\/account\//,
    ],
    ['server/credits/charge.ts', "import { x } from '../billing/plans.ts';", /not billing/],
    ['server/billing/pay.ts', "import { x } from '../search-results/x.ts';", /not search-results/],
    ['server/contacts/find.ts', "export { x } from '../workflow/advance.ts';", /not workflow/],
    ['server/contacts/find.ts', "const x = await import('../workflow/advance.ts');", /not workflow/],
    ['server/contacts/find.ts', "type X = import('../workflow/advance.ts').X;", /not workflow/],
    ['server/contacts/find.ts', "export * from '../../practice/truth.ts';", /not practice/],
    ['server/app.ts', "import { run } from './worker.ts';", /not worker/],
    ['server/users/x.ts', "import { app } from '../app.ts';", /not app/],
    ['server/users/x.ts', "import { DB } from '../../db/types.ts';", /only types of database types/],
    ['server/users/x.ts', "import { x } from '../../scripts/test.ts';", /not outside/],
    ['server/users/x.ts', "import { x } from '../test/build.ts';", /only tests may import test helpers/],
    ['server/users/x.test.ts', "import { x } from '../workflow/advance.ts';", /not workflow/],
    ['practice/main.ts', "import { x } from '../server/platform/log.ts';", /practice may import shared, not platform/],
    ['server/engine/pages/get.ts', "import { request } from 'undici';", /network access is only allowed/],
    ['server/platform/mail.ts', "import { connect } from 'node:net';", /network access is only allowed/],
    ['server/users/x.ts', "import dns from 'node:dns/promises';", /network access is only allowed/],
    ['server/users/x.ts', "\nawait fetch('http://example');", /x\.ts:2 calls fetch: network access is only allowed/],
    ['server/users/x.ts', 'const get = globalThis.fetch;', /calls fetch: network access is only allowed/],
    ['elsewhere/x.ts', 'export const x = 1;', /belongs to no module/],
    ['server/users/x.ts', 'export const = 1;', /cannot be parsed/],
  ])('%s: %s', (path, source, rule) => {
    const broken = judge({ [path]: source });
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatch(rule);
  });
});

describe('allowed', () => {
  test.each([
    ['shared/contact.ts', "import { z } from 'zod/v4'; import { x } from './plan.ts';"],
    [
      'web/users/login-page.tsx',
      "import { NavBar } from '../layout/nav-bar.tsx'; export const Page = () => <NavBar />;",
    ],
    ['web/routes.ts', "const load = () => import('./users/login-page.tsx');"],
    ['web/contacts/x.tsx', "import { x } from '../backlinks/backlinks.api.ts'; import { y } from '../users/y.ts';"],
    ['web/main.tsx', "import './theme.css'; import { routes } from './routes.ts';"],
    ['server/workflow/advance.ts', "import { x } from '../contacts/find.ts'; import { jobs } from '../jobs.ts';"],
    ['server/users/x.ts', "import type { DB } from '../../db/types.ts'; import type { Socket } from 'node:net';"],
    ['server/users/x.ts', 'const app = { fetch() {} }; app.fetch(); const o = { fetch: 1 };'],
    ['server/users/x.test.ts', "import { x } from '../test/build.ts'; await fetch('http://localhost');"],
    ['server/start.ts', "import { x } from '../practice/main.ts'; import { app } from './app.ts';"],
    [
      'server/platform/outbound/requests/send.ts',
      "import { Client } from 'undici'; import { connect } from 'node:tls';",
    ],
    ['server/test/app.ts', "import { app } from '../app.ts';"],
    [
      'scripts/once/find-once.ts',
      "import { x } from '../server/engine/emails/own.ts'; import { request } from 'undici';",
    ],
  ])('%s: %s', (path, source) => {
    expect(judge({ [path]: source })).toEqual([]);
  });
});

test('reports the line of the import', () => {
  const source = "// one\n// two\nimport { x } from '../users/x.ts';\n";
  expect(judge({ 'server/auth/a.ts': source })[0]).toMatch(
    /^server\/auth\/a\.ts:3 imports server\/users\/x\.ts: auth may/,
  );
});

test('an import cycle is reported once, type-only and lazy ones included', () => {
  const cycle = {
    'shared/a.ts': "import './b.ts';",
    'shared/b.ts': "import './c.ts';",
    'shared/c.ts': "import './a.ts';",
  };
  expect(judge(cycle)).toEqual([
    'shared/a.ts:1 imports shared/b.ts: a cycle (shared/a.ts → shared/b.ts → shared/c.ts → shared/a.ts)',
  ]);
  expect(judge({ ...cycle, 'shared/c.ts': "import type { A } from './a.ts';" })).toHaveLength(1);
  expect(judge({ ...cycle, 'shared/c.ts': "const a = import('./a.ts');" })).toHaveLength(1);
  expect(judge({ ...cycle, 'shared/c.ts': "const a = new Worker(new URL('./a.ts', import.meta.url));" })).toHaveLength(
    1,
  );
  expect(judge({ ...cycle, 'shared/c.ts': "const a = new URL('./a.ts', 'https://zeus.example');" })).toEqual([]);
  expect(findCycles(new Map([['x', ['x']]]))).toEqual([['x']]);
});

test('production code imports no development package at run time', () => {
  const source = "import { build } from 'vite';";
  expect(judgeArrows(new Map([['server/users/x.ts', source]]), ['vite'])).toEqual([
    'server/users/x.ts:1 imports vite: devDependencies aren’t installed in production',
  ]);
  const harmless = [
    ['server/users/x.ts', "import type { Plugin } from 'vite';"],
    ['server/users/x.test.ts', source],
    ['web/contacts/x.tsx', "import { x } from '../backlinks/backlinks.api.ts'; import { y } from '../users/y.ts';"],
    ['web/main.tsx', source],
    ['scripts/x.ts', source],
  ] as const;
  expect(judgeArrows(new Map(harmless), ['vite'])).toEqual([]);
});

describe('table owners', () => {
  const judgeFile = (path: string, source: string) => judgeWrites(new Map([[path, source]]), []);

  test.each([
    ['server/contacts/x.ts', 'sql`with spent as (insert into credit_entries (user_id) select 1) select 1`'],
    ['server/contacts/x.ts', 'sql`with a as (select 1)\n  UPDATE  credit_entries e set delta = 1`'],
    ['server/contacts/x.ts', "sql.raw('delete from credit_entries')"],
    ['server/contacts/x.ts', 'sql`truncate credit_entries`'],
    ['server/contacts/x.ts', "client.query(from('copy credit_entries (id, delta) from stdin'))"],
    ['server/contacts/x.ts', "client.query('COPY credit_entries FROM STDIN')"],
    ['server/contacts/x.ts', "db.insertInto('credit_entries').values(row)"],
    ['server/contacts/x.ts', "tx.with('x', (q) => q.updateTable('credit_entries').set({ delta }))"],
    ['server/contacts/x.ts', "setFlags(db, userId, { table: 'credit_entries', flags })"],
    ['server/billing/x.ts', "db.deleteFrom('credit_entries')"],
  ])('%s may not: %s', (path, source) => {
    expect(judgeFile(path, source)).toEqual([
      expect.stringMatching(/^server\/\w+\/x\.ts:[12] writes to credit_entries: only server\/credits\/ does$/),
    ]);
  });

  test.each([
    [`sql\`select credits from profiles where id = \${id} for no key update\``, 'profiles', 'server/credits/'],
    ["tx.selectFrom('profiles').where('id', '=', id).forUpdate().execute()", 'profiles', 'server/credits/'],
    ["tx.selectFrom('requests as r').where('r.id', '=', id).forUpdate().execute()", 'requests', 'server/campaigns/'],
    ['sql`select 1 from contacts c join requests as r using (id) for update of c, r`', 'requests', 'server/campaigns/'],
    ['sql`select 1 from requests where id = 1 for no key update of requests`', 'requests', 'server/campaigns/'],
    ["tx\n.selectFrom('requests')\n.select('id')\n.forNoKeyUpdate()", 'requests', 'server/campaigns/'],
    [
      'sql`select 1 from public.requests where id in (select 1 from contacts) for share`',
      'requests',
      'server/campaigns/',
    ],
    ['sql`select 1 from "requests" where exists (select from a) for no key update`', 'requests', 'server/campaigns/'],
    [
      "async function f() { const q = tx.selectFrom('requests'); await (now ? q.forUpdate() : q.forShare()).execute(); }",
      'requests',
      'server/campaigns/',
    ],
  ])('only the owner locks: %s', (source, table, owner) => {
    expect(judgeFile('server/contacts/x.ts', source)).toEqual([
      expect.stringMatching(new RegExp(`locks ${table}: only ${owner} does`)),
    ]);
    expect(judgeFile(`${owner}x.ts`, source)).toEqual([]);
  });

  test('the owner of campaigns is seen to lock them', () => {
    const path = 'server/campaigns/campaigns.store.ts';
    const locks = readWrites(path, readFileSync(path, 'utf8')).filter(({ how }) => how === 'lock');
    expect(locks.map(({ table }) => table)).toEqual(['requests', 'requests']);
  });

  test.each([
    ['server/credits/x.ts', 'sql`insert into credit_entries (user_id) values (1)`'],
    ['server/contacts/x.ts', "sql`select * from credit_entries`; db.selectFrom('credit_entries')"],
    ['server/contacts/x.ts', "client.query(to('copy credit_entries (id) to stdout'))"],
    ['server/contacts/x.ts', 'sql`select 1 from requests r join contacts c using (id) for update of c`'],
    ['server/contacts/x.ts', 'sql`select 1 from contacts where id in (select id from requests) for update`'],
    ['server/contacts/x.ts', "// update credit_entries\nconst text = 'update contacts';"],
    ['server/contacts/x.ts', 'sql`insert into contacts (id) values (1) on conflict do update set id = 2`'],
    ['server/contacts/x.ts', 'sql`select id from requests where id = 1`; sql`select 1 from contacts for update`'],
    ['server/contacts/x.test.ts', "db.insertInto('credit_entries')"],
    ['server/platform/rows/x.ts', `sql\`update \${table} set x = 1\``],
  ])('%s may: %s', (path, source) => {
    expect(judgeFile(path, source)).toEqual([]);
  });

  test('a table is named where it is written', () => {
    expect(judgeFile('server/auth/x.ts', 'tx.deleteFrom(table)')).toEqual([
      'server/auth/x.ts:1 writes to a table without naming it: write its name out',
    ]);
    expect(judgeFile('server/auth/x.ts', `sql\`update \${table} set x = 1\``)).toHaveLength(1);
  });

  test('every table has an owner', () => {
    const types = 'export interface DB {\n  "auth.users": AuthUsers;\n  nobodys: Nobodys;\n}\n';
    expect(tablesIn(types)).toEqual(['auth.users', 'nobodys']);
    expect(judgeWrites(new Map(), tablesIn(types))).toEqual([expect.stringContaining('nobodys has no owner')]);
  });
});
