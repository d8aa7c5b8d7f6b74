// What ClickHouse's errors mean to Zeus. Old servers state the code in the message only.
import { OperatorError } from '../../../../platform/operator-error.ts';
import { ProviderError } from '../../../provider.ts';

/** `code`: ClickHouse's number, null if the server did not answer. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError';
  readonly code: number | null;
  constructor(code: number | null, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const unreached: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** Whether the statement can't have been executed, because there was no connection. */
export const isUnreached = ({ cause }: ClickHouseError): boolean => unreached.has((cause as { code?: unknown }).code);

export function toClickHouseError(error: unknown, node: string): ClickHouseError {
  const { code: stated, message } = error as { code?: unknown; message: string };
  const [, inMessage] = /Code: (\d+)/.exec(message) ?? [];
  const number = Number(inMessage ?? (/^\d+$/.test(String(stated)) ? stated : Number.NaN));
  const { host } = new URL(node);
  if (Number.isNaN(number))
    return new ClickHouseError(null, `ClickHouse at ${host} does not answer: ${message}`, error);
  return new ClickHouseError(number, `ClickHouse at ${host}: ${firstLine(message)}`, error);
}

/** Without what old servers put around it. */
export const firstLine = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/e\.displayText\(\) = |,? e\.what\(\) = .*$/g, '').slice(0, 300);

/** More than max_rows_to_read. */
export const isTooManyRows = (error: unknown): boolean => error instanceof ClickHouseError && error.code === 158;

/** NOT_ENOUGH_SPACE; the others are files that could not be written. */
const isDiskFull = ({ code, message }: ClickHouseError) =>
  code === 243 || /No space left on device|errno: 28\b/.test(message);

/** The end of a sentence. */
export const runAgain = 'run the same command again to continue.';

/** A part of a sentence. */
export const toReason = ({ message }: ClickHouseError): string => message.replace(/\.$/, '');

/** For the operator who loads the index. */
export function toOperatorError(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return error;
  const reason = toReason(error);
  const problem = isDiskFull(error)
    ? `The disk of a ClickHouse server is full (${reason}). Free some space, then ${runAgain}`
    : `The index could not be stored: ${reason}. Once that is solved, ${runAgain}`;
  return new OperatorError(problem, { cause: error });
}

/** Search jobs wait for so long before they look again. */
const retryAfterSeconds = 30;

/** For searches: they could not look, and may later. */
export const toProviderError = (error: unknown): unknown =>
  error instanceof ClickHouseError
    ? new ProviderError('zeus-own', error.message, { cause: error, retryAfterSeconds })
    : error;
