// When Zeus refuses to start, it says why and changes nothing.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { refusedStart } from './test/zeus-process.ts';
import { newHome, readiness, start, usedHome } from './test/zeus-starter.ts';

/** The files of a home folder with their contents, except those of its database. */
function filesIn(home: string): Record<string, string> {
  const names = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(names.map(({ name }) => [name, readFileSync(join(home, name), 'utf8')]));
}

/** A port that another program listens on until the test is over. */
async function heldPort(host: string): Promise<number> {
  const held = createServer().listen(0, host);
  onTestFinished(() => void held.close());
  await once(held, 'listening');
  return (held.address() as AddressInfo).port;
}

describe('refusing', { timeout: 300_000 }, () => {
  test('a second start on the same folder says who is there, leaves the first alone, and changes nothing', async () => {
    const first = await start();
    // The first one's practice web holds these ports, so a second would have to move to others.
    const port = await heldPort('127.0.0.1');
    writeFileSync(join(first.home, 'practice.json'), JSON.stringify({ port, smtpPort: port, dnsPort: port }));
    const before = filesIn(first.home);
    const { code, output } = await refusedStart({ home: first.home, env: { PRACTICE: 'on' } });
    expect(code).toBe(1);
    expect(output).toContain(`Another Zeus (pid ${first.process.pid}) is already running`);
    expect(output).not.toMatch(/^\s+at /m);
    expect(filesIn(first.home)).toEqual(before);
    expect(await readiness(first)).toBe(200);
  });

  // start-practice.test.ts has other kinds of damage.
  test('a damaged practice.json: says what to do, exit 1', async () => {
    const home = await usedHome();
    const file = join(home, 'practice.json');
    writeFileSync(file, '{"port":');
    const { code, output } = await refusedStart({ home, env: { PRACTICE: 'on' } });
    expect(code).toBe(1);
    expect(output).toContain(`Zeus cannot read ${file} (it is damaged)`);
    expect(output).not.toMatch(/^\s+at /m);
  });

  test('wrong settings: every wrong variable, exit 1', async () => {
    const { code, output } = await refusedStart({
      home: newHome(),
      env: { LOG_LEVEL: 'loud', TRUSTED_PROXIES: 'many' },
    });
    expect(code).toBe(1);
    expect(output).toMatch(/TRUSTED_PROXIES: .*\n.*LOG_LEVEL: /);
  });

  test('production with development defaults: a message for each', async () => {
    const { code, output } = await refusedStart({ home: newHome(), env: { NODE_ENV: 'production' } });
    expect(code).toBe(1);
    for (const name of ['ZEUS_SECRET', 'SITE_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY'])
      expect(output).toContain(`  ${name}: `);
  });

  test('a read-only home folder: a message, exit 1', async () => {
    const file = join(newHome(), 'file');
    writeFileSync(file, '');
    const { code, output } = await refusedStart({ home: join(file, 'zeus') });
    expect(code).toBe(1);
    expect(output).toContain(file);
    expect(output).not.toMatch(/^\s+at /m);
  });

  test('a port that is taken: a sentence, exit 1, and the database is stopped again', async () => {
    const home = await usedHome();
    const env = { PORT: String(await heldPort('localhost')), PRACTICE: 'on' };
    const { code, output } = await refusedStart({ home, env });
    expect(code).toBe(1);
    expect(existsSync(join(home, 'practice.json'))).toBe(false);
    expect(output).toMatch(/^Port \d+ is taken by another program. Set PORT to a free one.$/m);
    expect(await readiness(await start({ home }))).toBe(200);
  });
});
