import { triageEndpoints } from '../../../shared/api/triage.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Context } from '../../platform/context.ts';
import { endpointRoutes } from '../../platform/http/endpoint-routes.ts';
import { readTriageSettings, saveTriageSettings } from './triage-settings.store.ts';

export function triageRoutes({ db }: Pick<Context, 'db'>) {
  return endpointRoutes(triageEndpoints, {
    'GET /data/triage': ({ userId }) => readTriageSettings(db, userId),
    'PUT /data/triage': async ({ userId, body }) => {
      const saved = await saveTriageSettings(db, userId, body);
      if (!saved) throw new AppError('not-found', 'There is no profile yet.');
      return saved;
    },
  });
}
