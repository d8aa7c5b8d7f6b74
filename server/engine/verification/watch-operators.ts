// Which mail operators refuse this server, for /metrics. Read from the database, so that every process reports the same.

import { Gauge, type Registry } from 'prom-client';
import type { Kdb } from '../../platform/db.ts';
import { isKnownOperator } from './operators/operator-of.ts';
import { listResting } from './stores/mail-operators.store.ts';

/** Adds the gauge, which is computed on each scrape and left out while the database is unavailable. */
export function watchMailOperators(registry: Registry, db: Kdb, now = () => new Date()): void {
  new Gauge({
    name: 'zeus_mail_operators_resting',
    help: 'Mail operators that refused this server and are left alone; "other": those without a name of their own',
    labelNames: ['operator'],
    registers: [registry],
    async collect() {
      this.reset();
      const resting = await listResting(db, now()).catch(() => []);
      for (const { operator } of resting) this.inc({ operator: isKnownOperator(operator) ? operator : 'other' });
    },
  });
}
