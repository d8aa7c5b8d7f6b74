import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from './platform/config.ts';
import { OperatorError } from './platform/operator-error.ts';
import { startPractice } from './start-practice.ts';

test.each([['{"port":'], ['null'], ['{"port":"many","smtpPort":1,"dnsPort":1}'], ['{"port":70000}'], ['']])(
  'a damaged practice.json (%s) is left unchanged, and the message says what to do',
  async (text) => {
    const home = mkdtempSync(join(tmpdir(), 'zeus-practice-'));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const file = join(home, 'practice.json');
    writeFileSync(file, text);
    const config = loadConfig({ NODE_ENV: 'test', ZEUS_HOME: home, ZEUS_SECRET: randomUUID(), PRACTICE: 'on' });
    const error = await startPractice(config, pino({ level: 'silent' })).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toContain(`Zeus cannot read ${file} (it is damaged)`);
    expect(String(error)).toContain('delete it');
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
