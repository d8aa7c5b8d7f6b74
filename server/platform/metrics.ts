// Counters and timings for /metrics. One registry per process, created at start, so that tests do not share one.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Queue } from './queue.ts';

export interface Metrics {
  registry: Registry;
  httpSeconds: Histogram<'method' | 'route' | 'status'>;
  jobSeconds: Histogram<'job' | 'outcome'>;
  outboundRequests: Counter<'outcome'>;
  liveStreams: Gauge;
}

/** Creates the registry with the process's own metrics (memory, event loop lag, …). */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'zeus_http_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'zeus_job_seconds',
      help: 'Time a job ran, by how it ended',
      labelNames: ['job', 'outcome'],
      buckets: [0.01, 0.1, 0.5, 2, 10, 60, 300],
      registers,
    }),
    outboundRequests: new Counter({
      name: 'zeus_outbound_requests_total',
      help: 'Requests to addresses from users and pages, by how they ended',
      labelNames: ['outcome'],
      registers,
    }),
    liveStreams: new Gauge({ name: 'zeus_live_streams', help: 'Open event streams', registers }),
  };
}

/** Adds the queue's metrics, computed on each scrape. While the database is unavailable they are left out. */
export function watchQueue({ registry }: Metrics, queue: Pick<Queue, 'counts'>): void {
  new Gauge({
    name: 'zeus_jobs',
    help: 'Jobs by name and state; dead: ended in failure in the last 30 days',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { job, ...states } of await queue.counts().catch(() => [])) {
        for (const [state, count] of Object.entries(states)) this.set({ job, state }, count);
      }
    },
  });
}
