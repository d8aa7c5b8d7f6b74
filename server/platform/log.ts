// One logger: JSON lines in production, readable lines on a terminal. Secrets never reach it.
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

export type Log = Logger;

const secretFields = [
  'password',
  'new_password',
  'current_password',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'provider_token',
  'token_hash',
  'code_verifier',
  'authorization',
  'Authorization',
  'cookie',
  'apikey',
  'secret',
  'card',
  'creditcard',
  'card_number',
  'cardNumber',
  'cvc',
  'cvv',
  'number',
];

/** Fields replaced by [hidden], at the top and up to three levels down. */
const redact = {
  paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
  censor: '[hidden]',
};

/** The process's logger. `destination` is for tests that read the output. */
export function createLog(config: Pick<Config, 'log' | 'production'>, destination?: NodeJS.WritableStream): Log {
  const options = { level: config.log.level, redact, base: { pid: process.pid } };
  if (destination) return pino(options, destination);
  if (config.production) return pino(options);
  return pino(
    options,
    pretty({
      colorize: process.stdout.isTTY,
      ignore: 'pid,hostname',
      translateTime: 'HH:MM:ss',
      singleLine: true,
      sync: true,
    }),
  );
}
