// Endpoints for operators and their tools.
import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';

const tag = 'Operating';

const readiness = z.object({
  ready: z.boolean(),
  database: z.literal('reachable'),
  migrations: z.enum(['current', 'missing']),
});

export const operatingEndpoints = {
  'GET /healthz': {
    operationId: 'checkHealth',
    tag,
    summary: 'Check liveness',
    isPublic: true,
    responses: { 200: { description: 'The process is running.', schema: z.object({ ok: z.literal(true) }) } },
  },
  'GET /readyz': {
    operationId: 'checkReadiness',
    tag,
    summary: 'Check readiness',
    description: '503 when the database cannot be reached or is not migrated.',
    isPublic: true,
    responses: { 200: { description: 'Ready to serve requests.', schema: readiness } },
    errors: ['database-unavailable'],
  },
  'GET /metrics': {
    operationId: 'readMetrics',
    tag,
    summary: 'Read metrics for Prometheus',
    description: 'In production only with METRICS_TOKEN as bearer token.',
    isPublic: true,
    responses: {
      200: { description: 'The metrics.', contentType: 'text/plain', example: 'zeus_live_streams 2\n' },
    },
    errors: ['not-found'],
  },
} satisfies Endpoints;
