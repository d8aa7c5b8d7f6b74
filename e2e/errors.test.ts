// A page that fails: what the user sees, what is reported and what is kept out of the report, and the feedback form.
import type { Page, Request } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { openStory } from './browser.ts';
import { expectNoFaults } from './people.ts';

const story = openStory();

/** As on a public host: reports are sent from there, never from localhost. */
const publicAddress = () => inject('zeus').address.replace('localhost', '127.0.0.1');

interface Report {
  error: { class: string; message: string; causes: unknown[] };
  breadcrumbs: { trail: { category: string; message: string }[] };
  request: { url: string; context: Record<string, unknown> };
  server: { environment_name: string };
}

/** Configures an error service in the page, and collects what reaches it. */
async function withErrorService(page: Page, endpoint: string) {
  const reports: Report[] = [];
  const feedback: URL[] = [];
  await page.route(/\/(login|help)(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const services = `{&#34;errors&#34;:{&#34;key&#34;:&#34;hbp_test&#34;,&#34;endpoint&#34;:&#34;${endpoint}&#34;}}`;
    const body = (await answer.text()).replace('&#34;services&#34;:{}', `&#34;services&#34;:${services}`);
    await route.fulfill({ response: answer, body });
  });
  await page.route('**/v1/notices/js', (route) => {
    reports.push(route.request().postDataJSON() as Report);
    return route.fulfill({ status: 201, json: { id: '8f7d2c1e-0000-4000-8000-000000000001' } });
  });
  await page.route('**/v2/feedback?**', (route) => {
    feedback.push(new URL((route.request() as Request).url()));
    return route.fulfill({ status: 200, body: '' });
  });
  return { reports, feedback };
}

/** The page's own chunk arrives broken, as after a bad release. */
async function breakHelpPage(page: Page) {
  await page.route(/\/assets\/help-page-[^/]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export function H() { throw new Error("the page fell over") } export { H as HelpPage, H as t, H as n };',
    }),
  );
}

test('a view that fails says so, is reported without secrets, and the user may add a comment', async () => {
  story.expectMessage(/the page fell over/);
  const page = await story.newPage();
  const address = publicAddress();
  const { reports, feedback } = await withErrorService(page, address);
  await breakHelpPage(page);
  await page.goto(`${address}/login?password=hunter2`);
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
  await page.goto(`${address}/help?password=hunter2`);
  await page.getByText('An Error Occurred').waitFor();
  await page.getByText('Error: the page fell over').waitFor();

  const question = page.getByRole('dialog');
  await question.getByRole('heading', { name: 'Something broke. What were you doing?' }).waitFor();
  await expectNoFaults(page);
  expect(reports).toHaveLength(1);
  const [report] = reports;
  expect(report).toMatchObject({
    error: { class: 'Error', message: 'the page fell over' },
    server: { environment_name: 'production' },
  });
  expect(report?.request.context.componentStack).toContain('help-page');
  expect(report?.breadcrumbs.trail.length).toBeLessThanOrEqual(40);
  expect(JSON.stringify(report)).not.toContain('hunter2');

  await question.getByRole('button', { name: 'Send' }).click();
  await question.getByText('Please tell us what happened.').waitFor();
  await question.getByLabel('What happened?').fill('I opened Help.');
  await question.getByRole('button', { name: 'Send' }).click();
  await question.getByText('Thank you. We will look into it.').waitFor();
  expect(Object.fromEntries(feedback[0]?.searchParams ?? [])).toMatchObject({
    api_key: 'hbp_test',
    token: '8f7d2c1e-0000-4000-8000-000000000001',
    comment: 'I opened Help.',
  });
  await question.getByRole('button', { name: 'Close modal' }).click();
  await page.getByRole('heading', { level: 1, name: 'An Error Occurred' }).waitFor();
  await page.getByRole('button', { name: 'Reload page' }).waitFor();
});

test('an unhandled rejection is reported too', async () => {
  story.expectMessage(/nobody caught me/);
  const page = await story.newPage();
  const address = publicAddress();
  const { reports } = await withErrorService(page, address);
  await page.goto(`${address}/login`);
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
  await page.getByLabel('Email').click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reset password' }).waitFor();
  await page.evaluate(() => {
    void Promise.reject(new Error('nobody caught me', { cause: new Error('because') }));
  });
  await page.getByRole('dialog').waitFor();
  expect(reports.map(({ error }) => [error.message, error.causes.length])).toEqual([['nobody caught me', 1]]);
  const trail = reports[0]?.breadcrumbs.trail.map(({ category, message }) => `${category}: ${message}`);
  for (const crumb of [
    'request: GET /auth/v1/settings',
    'ui.click: input email email',
    'ui.click: a /reset-password',
    'navigation: /login → /reset-password',
  ])
    expect(trail).toContain(crumb);
});

test('on localhost nothing is reported', async () => {
  story.expectMessage(/nobody caught me/);
  const page = await story.newPage();
  const { reports } = await withErrorService(page, inject('zeus').address);
  await page.goto('/login');
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
  await page.evaluate(() => {
    void Promise.reject(new Error('nobody caught me'));
  });
  await page.goto('/help');
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  expect(reports).toEqual([]);
});
