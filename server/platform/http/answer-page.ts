import type { AppError } from '../../../shared/errors.ts';
import type { JsonPage } from '../rows/json-page.ts';
import { JsonText } from './endpoint-routes.ts';

/** The rows, with X-Total-Count. Throws what `missing` returns if their parent does not exist. */
export function answerPage<Row>({ found, total, json }: JsonPage<Row>, missing: () => AppError): JsonText<Row[]> {
  if (!found) throw missing();
  return new JsonText<Row[]>(json, { 'X-Total-Count': String(total) });
}
