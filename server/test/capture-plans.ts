// Runs statements with PostgreSQL's auto_explain, which reports the plan it really used and the rows it really read, including
// statements run by triggers and foreign keys.
import type pg from 'pg';
import { type Database, openDatabase } from '../platform/db.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  'Query Text': string;
  Plan: PlanNode;
}

export interface Figures {
  statements: number;
  /** Rows scanned, whether used or not. */
  read: number;
  /** Rows returned or changed by the outermost statements. */
  returned: number;
  buffers: number;
  /** Large tables that were scanned completely, with the number of rows. */
  scans: Map<string, number>;
  /** The plan that read the most, for a closer look. */
  worst: string;
  /** Each scan with its table and index, such as "Index Scan favicons favicons_oldest". */
  paths: string[];
}

export interface Capture {
  db: Database;
  /** What the statements of one piece of work did. */
  during(work: () => Promise<unknown>): Promise<Figures>;
}

const largeFrom = 10_000;
const settings = `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
  set auto_explain.log_timing = off; set auto_explain.log_buffers = on; set auto_explain.log_format = json;
  set auto_explain.log_nested_statements = on; set client_min_messages = log`;

/**
 * A connection that reports all its plans. Without `seqScans` it scans whole tables only if no index helps, however small they
 * are.
 */
export function openCapture(address: Database['address'], { seqScans = true } = {}): Capture {
  const db = openDatabase(address, { poolSize: 1, statementMs: 600_000 });
  let plans: Explained[] = [];
  db.pool.on('connect', (client: pg.PoolClient) => {
    client.on('notice', ({ message = '' }) => {
      const [, json] = /plan:\s*(\{.*\})\s*$/s.exec(message) ?? [];
      if (json) plans.push(JSON.parse(json) as Explained);
    });
    void client.query(seqScans ? settings : `${settings}; set enable_seqscan = off`);
  });
  return {
    db,
    async during(work) {
      plans = [];
      await work();
      return figuresOf(plans);
    },
  };
}

function figuresOf(plans: readonly Explained[]): Figures {
  const figures: Figures = {
    statements: plans.length,
    read: 0,
    returned: 0,
    buffers: 0,
    scans: new Map(),
    worst: '',
    paths: [],
  };
  let most = -1;
  for (const explained of plans) {
    const { Plan: top } = explained;
    figures.paths.push(...pathsOf(top));
    const read = addScans(top, figures.scans);
    figures.read += read;
    figures.returned += top['Actual Rows'] ?? 0;
    figures.buffers += (top['Shared Hit Blocks'] ?? 0) + (top['Shared Read Blocks'] ?? 0);
    if (read <= most) continue;
    most = read;
    figures.worst = `${explained['Query Text'].replace(/\s+/g, ' ').slice(0, 400)}\n${outline(top)}`;
  }
  return figures;
}

function rowsRead(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(each * (node['Actual Loops'] ?? 1));
}

function addScans(node: PlanNode, scans: Map<string, number>): number {
  const table = node['Relation Name'];
  // The heap scan above a bitmap index scan reads the same rows again.
  const isScan = /Scan$/.test(node['Node Type']) && table !== undefined;
  const read = isScan ? rowsRead(node) : 0;
  if (table && /Seq Scan$/.test(node['Node Type']) && read >= largeFrom)
    scans.set(table, (scans.get(table) ?? 0) + read);
  return read + (node.Plans ?? []).reduce((sum, child) => sum + addScans(child, scans), 0);
}

function pathsOf(node: PlanNode): string[] {
  const table = node['Relation Name'];
  const own = table ? [[node['Node Type'], table, node['Index Name']].filter(Boolean).join(' ')] : [];
  return [...own, ...(node.Plans ?? []).flatMap(pathsOf)];
}

function outline(node: PlanNode, depth = 0): string {
  const what = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ');
  const line = `${'  '.repeat(depth + 1)}${what}: ${rowsRead(node)} rows read, ${node['Actual Loops']} times`;
  return [line, ...(node.Plans ?? []).map((child) => outline(child, depth + 1))].join('\n');
}
