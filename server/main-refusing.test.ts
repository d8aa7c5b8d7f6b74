// When Zeus refuses to start, it says why and changes nothing.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  test('a damaged file, a port that is taken, a second start on the same folder: says why, and changes nothing', async () => {
    const home = await usedHome();
    // start-practice.test.ts has other kinds of damage.
    const file = join(home, 'practice.json');
    writeFileSync(file, '{"port":');
    const damaged = await refusedStart({ home, env: { PRACTICE: 'on' } });
    expect(damaged.code).toBe(1);
    expect(damaged.output).toContain(`Zeus cannot read ${file} (it is damaged)`);
    expect(damaged.output).not.toMatch(/^\s+at /m);
    rmSync(file);

    const taken = await refusedStart({ home, env: { PORT: String(await heldPort('localhost')), PRACTICE: 'on' } });
    expect(taken.code).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect(taken.output).toMatch(/^Port \d+ is taken by another program. Set PORT to a free one.$/m);

    // Both have stopped the database again, or this one couldn't start.
    const first = await start({ home });
    // The first one's practice web holds these ports, so a second would have to move to others.
    const port = await heldPort('127.0.0.1');
    writeFileSync(file, JSON.stringify({ port, smtpPort: port, dnsPort: port }));
    const before = filesIn(home);
    const second = await refusedStart({ home, env: { PRACTICE: 'on' } });
    expect(second.code).toBe(1);
    expect(second.output).toContain(`Another Zeus (pid ${first.process.pid}) is already running`);
    expect(second.output).not.toMatch(/^\s+at /m);
    expect(filesIn(home)).toEqual(before);
    expect(await readiness(first)).toBe(200);
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
    for (const name of ['ZEUS_SECRET', 'SITE_URL', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'STRIPE_SECRET_KEY'])
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
});
