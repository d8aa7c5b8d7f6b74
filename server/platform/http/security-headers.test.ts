import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { readBrowserServices } from '../settings/browser-services.ts';
import { securityHeaders } from './security-headers.ts';

async function policyWith(services: string): Promise<string> {
  const app = new Hono().use(securityHeaders({ production: false, browserServices: readBrowserServices(services) }));
  const answer = await app.get('/', (c) => c.text('')).request('/');
  return answer.headers.get('content-security-policy') ?? '';
}

test('without services, only our own files', async () => {
  expect(await policyWith('')).not.toContain('https:');
});

test('error reports and page counts may be called, but load no script', async () => {
  const policy = await policyWith('honeybadger:key,plausible:zeus.example');
  expect(policy).toContain("connect-src 'self' https://api.honeybadger.io https://plausible.io");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
});

test('a chat loads its own script, only from its own hosts', async () => {
  const policy = await policyWith('crisp:id');
  expect(policy).toContain("script-src 'self' https://client.crisp.chat https://*.crisp.chat;");
  expect(policy).not.toContain('require-trusted-types-for');
});
