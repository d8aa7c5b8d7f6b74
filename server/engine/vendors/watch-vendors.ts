// Vendor figures for /metrics, read from the database on each scrape and left out while the database is down.
import { Gauge } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { listRests } from './rests.store.ts';
import { allAccounts } from './usable-accounts.ts';
import { readUsage, type UsageSum } from './usage.store.ts';

export function watchVendors({ metrics, db, config }: Pick<Context, 'metrics' | 'db' | 'config'>): void {
  const registers = [metrics.registry];
  const watchUsage = (name: string, help: string, figures: (sum: UsageSum) => Record<string, number | null>) =>
    new Gauge({
      ...{ name, help, registers, labelNames: ['source', 'capability', 'period', 'of'] },
      async collect() {
        const usage = await readUsage(db.kysely).catch(() => []);
        this.reset();
        for (const { sum, ...labels } of usage) {
          for (const [of, value] of Object.entries(figures(sum)))
            if (value !== null) this.set({ ...labels, of }, value);
        }
      },
    });
  watchUsage('zeus_provider_calls', 'Requests to vendors today and this month; hit: answered without one', (sum) => ({
    ...{ answered: sum.calls - sum.errors, error: sum.errors, hit: sum.hits },
  }));
  watchUsage('zeus_provider_spent', 'Dollars and units of the vendor', ({ dollars, units }) => ({ dollars, units }));
  watchUsage('zeus_provider_seconds', 'Time to an answer', ({ averageMs }) => ({
    average: averageMs === null ? null : averageMs / 1000,
  }));
  new Gauge({
    ...{ name: 'zeus_provider_working', help: '0 while the last call failed', labelNames: ['source'], registers },
    async collect() {
      const rests = await listRests(db.kysely).catch(() => undefined);
      this.reset();
      for (const { source } of rests ? allAccounts(config) : []) {
        this.set({ source }, rests?.some((one) => one.source === source && one.capability === null) ? 0 : 1);
      }
    },
  });
}
