// The queue's tables belong to pg-boss, which makes and changes them itself, outside our migrations.
// A backup keeps the jobs and what they need; statistics and pg-boss's own bookkeeping are made anew.
import { getConstructionPlans } from 'pg-boss';
import type { Table } from './catalog.ts';

export const queueSchema = 'pgboss';
const kept = ['queue', 'job', 'job_dependency', 'schedule', 'subscription'];

export const isKeptTable = ({ schema, name }: Table) => schema !== queueSchema || kept.includes(name);

/** The statements that make the queue's tables, without their own transaction: they run inside ours. */
export function queueSchemaStatements(): string {
  const plan = getConstructionPlans(queueSchema);
  const inner = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(plan)?.[1];
  if (inner === undefined) throw new Error('pg-boss describes its tables in a way this code does not know');
  return inner.replace(/^\s*SET LOCAL [^;]*;/gm, '');
}
