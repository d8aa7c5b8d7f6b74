import { fireEvent } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type RecordedRequest, requestsTo, serve } from '../../test/server.ts';
import { reportError, setErrorReporter } from '../errors.ts';
import { withoutSecrets } from './error-reports.ts';
import { openServices } from './open-services.ts';

test('replaces fields with filtered names at any depth and keeps the rest', () => {
  const context = { form: { Password: 'a', steps: [{ creditCard: '4242', step: 1 }] }, refresh_token: 'b', page: '/' };
  expect(withoutSecrets(context)).toEqual({
    form: { Password: '[FILTERED]', steps: [{ creditCard: '[FILTERED]', step: 1 }] },
    refresh_token: '[FILTERED]',
    page: '/',
  });
});

interface Report {
  breadcrumbs: { trail: { category: string; message: string }[] };
  error: { causes: { message: string }[] };
}

const { console: here } = window;
const reports = 'POST /v1/notices/js';
const bodyOf = (report: RecordedRequest | undefined) => report?.body as unknown as Report;

/** Uses a host of its own, because reports are not sent in development. */
async function openReports() {
  vi.spyOn(window.location, 'hostname', 'get').mockReturnValue('zeus.example');
  for (const level of ['log', 'info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
  const before = [window.fetch, window.history.pushState, window.history.replaceState] as const;
  onTestFinished(() => {
    setErrorReporter(null);
    [window.fetch, window.history.pushState, window.history.replaceState] = before;
    window.history.replaceState(null, '', '/');
    document.body.replaceChildren();
  });
  serve(reports, () => Response.json({ id: 'report-1' }, { status: 201 }));
  const sent = Promise.withResolvers<string>();
  const opened = openServices({ errors: { key: 'key', endpoint: 'https://reports.example' } }, sent.resolve);
  return { opened, sent: sent.promise };
}

test('a report includes what happened before, even while the reporter was loading, and no secrets', async () => {
  const { opened, sent } = await openReports();
  serve('GET /data/requests', () => Response.json([]));
  await fetch('/data/requests?apikey=secret-1');
  await opened;
  here.warn('slow', { password: 'secret-2' });
  window.history.pushState(null, '', '/login?token=secret-3');
  document.body.innerHTML = '<button>Log in</button><input name="password" value="secret-4">';
  for (const control of document.body.children) fireEvent.click(control);
  reportError(new Error('broken'));
  expect(await sent).toBe('report-1');
  const [report] = requestsTo(reports);
  const { trail } = bodyOf(report).breadcrumbs;
  expect(trail.map(({ category, message }) => `${category}: ${message}`)).toEqual([
    'request: GET /data/requests',
    'log: slow [Object]',
    'navigation: / → /login',
    'ui.click: button Log in',
    'ui.click: input text password',
    'notice: Honeybadger Notice',
  ]);
  expect(JSON.stringify(report?.body)).not.toContain('secret-');
});

test('a report has at most forty breadcrumbs and three causes', async () => {
  const { opened, sent } = await openReports();
  await opened;
  for (let line = 1; line <= 60; line += 1) here.log(`line ${line}`);
  const nest = (depth: number): Error =>
    new Error(`depth ${depth}`, depth < 6 ? { cause: nest(depth + 1) } : undefined);
  reportError(nest(0));
  await sent;
  const { breadcrumbs, error } = bodyOf(requestsTo(reports)[0]);
  expect(breadcrumbs.trail).toHaveLength(40);
  expect(breadcrumbs.trail.at(-2)?.message).toBe('line 60');
  expect(error.causes.map(({ message }) => message)).toEqual(['depth 1', 'depth 2', 'depth 3']);
});
