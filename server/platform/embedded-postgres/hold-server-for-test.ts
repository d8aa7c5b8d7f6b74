// A separate process that starts a server and keeps it until SIGTERM or a kill: for the tests next to it. Its last argument is
// the options as JSON; it prints one line of JSON: the address, or the error.
import { OperatorError } from '../operator-error.ts';
import { startEmbeddedPostgres } from './start.ts';

try {
  const options = JSON.parse(process.argv.at(-1) ?? '{}');
  const server = await startEmbeddedPostgres({ log: () => {}, durable: false, ...options });
  process.once('SIGTERM', () => server.stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ address: server.address })}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  const expected = error instanceof OperatorError;
  process.stdout.write(`${JSON.stringify({ error: expected ? error.message : `unexpected ${error}` })}\n`);
}
