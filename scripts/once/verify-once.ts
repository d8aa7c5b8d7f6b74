// Verifies addresses and shows the conversation with their mail servers: npm run verify-once -- <address> …
// For an address under .localhost, a practice web is started.
import { setTimeout as wait } from 'node:timers/promises';
import type { PracticeWeb } from '../../practice/start.ts';
import type { Call } from '../../server/engine/provider.ts';
import { openVerification } from '../../server/engine/verification/open-verification.ts';
import type { Verification } from '../../server/engine/verification/verification.ts';
import type { AddressVerifier } from '../../server/engine/verification/verify-address.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database } from '../../server/platform/db.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { createOutbound } from '../../server/platform/outbound/outbound.ts';
import { readConfig, runForOperator, withMigratedDatabase } from '../operating/configured-database.ts';
import { startPractice } from './once-target.ts';

// Someone is waiting: report a longer pause instead of waiting for it.
const maxPauseSeconds = 10;
const tries = 3;

async function main(): Promise<void> {
  const addresses = process.argv.slice(2);
  if (addresses.length === 0) throw new OperatorError('Usage: npm run verify-once -- mia@example.com');
  const config = readConfig();
  const practice = addresses.some((address) => address.endsWith('.localhost')) ? await startPractice() : undefined;
  try {
    await withMigratedDatabase(config, 'verify-once', (db) => verifyAll({ config, db, practice, addresses }));
  } finally {
    await practice?.stop();
  }
}

interface Task {
  config: Config;
  db: Database;
  practice: PracticeWeb | undefined;
  addresses: string[];
}

async function verifyAll({ config, db, practice, addresses }: Task): Promise<void> {
  const outbound = createOutbound();
  const call: Call = { outbound, log: { warn: (entry: unknown) => console.log('  ! ', entry) } };
  try {
    const verifier = openVerification(
      { config, db, ...(practice ? { practice } : {}) },
      { onLine: (line) => say(line) },
    );
    for (const address of addresses) show(address, await verifyWithRetries(verifier, address, call));
  } finally {
    await outbound.close();
  }
}

async function verifyWithRetries(verifier: AddressVerifier, address: string, call: Call): Promise<Verification> {
  for (let count = 1; ; count++) {
    const result = await verifier.verifyAddress(address, call);
    const pause = result.retryAfterSeconds ?? Number.POSITIVE_INFINITY;
    if (pause > maxPauseSeconds || count === tries) return result;
    say(`${result.reason}: trying again in ${pause} s`);
    await wait(pause * 1000);
  }
}

const say = (line: string) => console.log(`  ${line}`);

function show(address: string, { verdict, reason, evidence, ...more }: Verification): void {
  const reply = [evidence.code, evidence.text].filter((part) => part !== undefined).join(' ');
  const probe = evidence.probe && `${evidence.probe.code} ${evidence.probe.text}`;
  const rows: [string, string | undefined][] = [
    ['mail server', evidence.mxHost && `${evidence.mxHost}${evidence.tls ? ', encrypted' : ''}`],
    ['its reply', reply && `${reply}${evidence.step ? ` (${evidence.step})` : ''}`],
    ['reply to a made-up address', probe],
    ['checked at', evidence.at],
    ['could not look', more.couldNotLook ? 'the verdict says nothing about the address' : undefined],
    ['try again', more.retryAfterSeconds === undefined ? undefined : `in ${more.retryAfterSeconds} s`],
  ];
  console.log(`${address}: ${verdict} (${reason})`);
  for (const [name, value] of rows) if (value) console.log(`  ${`${name}:`.padEnd(26)}${value}`);
}

runForOperator(main);
