import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import { type Breadcrumb, type BreadcrumbTrail, recordBreadcrumbs } from './breadcrumbs.ts';

function warn(...line: unknown[]) {
  const { console: here } = window;
  here.warn(...line);
}

let trail: BreadcrumbTrail;
let crumbs: Breadcrumb[];
beforeEach(() => {
  crumbs = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  trail = recordBreadcrumbs({ except: 'https://reports.example' });
  trail.follow((crumb) => crumbs.push(crumb));
});
afterEach(() => {
  trail.stop();
  window.history.replaceState(null, '', '/');
  document.body.replaceChildren();
});

test('console lines: text only, without secrets', () => {
  warn('lost', new TypeError('no token=abc'), { password: 'hunter2' }, 3);
  expect(crumbs).toEqual([
    { category: 'log', message: 'lost TypeError: no token=[FILTERED] [Object] 3', metadata: { level: 'warn' } },
  ]);
});

describe('clicks', () => {
  test.each([
    ['<button type="button"><b>Start campaign</b></button>', 'b', 'button Start campaign'],
    ['<button aria-label="Get email for Ada Lovelace">Get email</button>', 'button', 'button Get email'],
    ['<a href="/campaign/contacts/1?find=typed#x"><i>Typed keyword</i></a>', 'i', 'a /campaign/contacts/1'],
    ['<input type="password" name="password" value="hunter2">', 'input', 'input password password'],
    ['<textarea name="backlinks">https://secret.example</textarea>', 'textarea', 'textarea textarea backlinks'],
  ])('%s', (html, clicked, message) => {
    document.body.innerHTML = html;
    const target = document.querySelector(clicked) as Element;
    target.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(target);
    expect(crumbs).toEqual([{ category: 'ui.click', message, metadata: {} }]);
  });

  test('elements that cannot be clicked leave no breadcrumb', () => {
    document.body.innerHTML = '<p>Ada Lovelace</p>';
    fireEvent.click(document.querySelector('p') as Element);
    expect(crumbs).toEqual([]);
  });
});

test('page changes: paths only, and none if only the query changes', () => {
  window.history.pushState(null, '', '/login?token=secret');
  window.history.replaceState(null, '', '/login?find=typed');
  window.history.pushState(null, '', '/billing#plans');
  expect(crumbs).toEqual([
    { category: 'navigation', message: '/ → /login', metadata: { from: '/', to: '/login' } },
    { category: 'navigation', message: '/login → /billing', metadata: { from: '/login', to: '/billing' } },
  ]);
  expect(window.location.pathname).toBe('/billing');
});

test('requests: method, path and outcome, except those of the reports themselves', async () => {
  serve('POST /auth/v1/token', () => Response.json({}, { status: 400 }));
  serve('GET /v1/notices/js', () => Response.json({}));
  const failing = fetch('/auth/v1/otp?redirect_to=secret', { method: 'POST', body: '{"password":"hunter2"}' });
  await expect(failing).rejects.toThrow(TypeError);
  expect((await fetch('/auth/v1/token?a=b', { method: 'POST', body: '{}' })).status).toBe(400);
  await fetch('https://reports.example/v1/notices/js');
  expect(crumbs).toEqual([
    {
      category: 'request',
      message: 'POST /auth/v1/otp',
      metadata: { method: 'POST', url: '/auth/v1/otp', error: 'TypeError' },
    },
    {
      category: 'request',
      message: 'POST /auth/v1/token',
      metadata: { method: 'POST', url: '/auth/v1/token', status_code: 400 },
    },
  ]);
});

test('records nothing after the end', async () => {
  serve('GET /data/requests', () => Response.json([]));
  trail.stop();
  warn('unheard');
  window.history.pushState(null, '', '/billing');
  document.body.innerHTML = '<button>Start campaign</button>';
  fireEvent.click(document.body.children[0] as Element);
  expect((await fetch('/data/requests')).status).toBe(200);
  expect(crumbs).toEqual([]);
});

test('keeps the last forty with their times until someone follows', () => {
  const early = recordBreadcrumbs({ except: 'https://reports.example' });
  for (let line = 1; line <= 50; line += 1) warn(`line ${line}`);
  const heard: Breadcrumb[] = [];
  early.follow((crumb) => heard.push(crumb));
  early.stop();
  expect(heard).toHaveLength(40);
  expect(heard[0]).toMatchObject({ message: 'line 11', metadata: { at: expect.stringMatching(/^\d{4}-/) } });
});
