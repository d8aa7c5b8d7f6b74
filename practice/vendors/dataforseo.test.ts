// DataForSEO's own client works against the stand-in unchanged.
import {
  AppendixApi,
  SerpApi,
  SerpGoogleOrganicLiveAdvancedRequestInfo,
  SerpGoogleOrganicTaskPostRequestInfo,
  SerpIdListRequestInfo,
} from 'dataforseo-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PracticeWeb, startPracticeWeb } from '../start.ts';

let practice: PracticeWeb;
beforeAll(async () => {
  practice = await startPracticeWeb();
}, 30_000);
afterAll(() => practice.stop());

const client = (password = 'practice', mood = '') => {
  const authorization = `Basic ${Buffer.from(`practice:${password}`).toString('base64')}`;
  const http = {
    fetch: (url: RequestInfo, init?: RequestInit) =>
      fetch(url, { ...init, headers: { ...init?.headers, Authorization: authorization } }),
  };
  return {
    serp: new SerpApi(`${practice.vendorUrl}/dataforseo${mood}`, http),
    appendix: new AppendixApi(`${practice.vendorUrl}/dataforseo${mood}`, http),
  };
};
const asked = { keyword: 'best golf courses in america', location_code: 2840, language_code: 'en', depth: 30 };

test('live results', async () => {
  const answer = await client().serp.googleOrganicLiveAdvanced([new SerpGoogleOrganicLiveAdvancedRequestInfo(asked)]);
  expect(answer).toMatchObject({ status_code: 20000, tasks_count: 1, tasks_error: 0, cost: 0.005 });
  const task = answer?.tasks?.[0];
  expect(task).toMatchObject({ status_code: 20000, cost: 0.005, result_count: 1 });
  const [result] = task?.result ?? [];
  expect(result).toMatchObject({ keyword: asked.keyword, items_count: 31 });
  const organic = result?.items?.filter(({ type }: { type?: string }) => type === 'organic') ?? [];
  expect(organic).toHaveLength(30);
  expect(organic[0]).toMatchObject({ rank_group: 1, url: expect.stringContaining('http://') });
});

test('a task by the queue: posted, listed, pending, done', async () => {
  const { serp } = client();
  const post = await serp.googleOrganicTaskPost([
    new SerpGoogleOrganicTaskPostRequestInfo({ ...asked, priority: 2, tag: 'mine' }),
  ]);
  const id = post?.tasks?.[0]?.id ?? '';
  expect(post?.tasks?.[0]).toMatchObject({ status_code: 20100, cost: 0.003 });
  const ready = await serp.googleOrganicTasksReady();
  expect(ready?.tasks?.[0]?.result).toMatchObject([{ id, tag: 'mine' }]);
  const stamp = (at: number) => new Date(at).toISOString().replace('T', ' ').replace(/\..*/, ' +00:00');
  const listed = await serp.idList([
    new SerpIdListRequestInfo({
      ...{ datetime_from: stamp(Date.now() - 60_000), datetime_to: stamp(Date.now()), include_metadata: true },
    }),
  ]);
  expect(listed?.tasks?.[0]?.result).toMatchObject([{ id, metadata: { tag: 'mine' } }]);
  const pending = await serp.googleOrganicTaskGetAdvanced(id);
  expect(pending?.tasks?.[0]).toMatchObject({ id, status_code: 40602, result: null });
  const done = await serp.googleOrganicTaskGetAdvanced(id);
  expect(done?.tasks?.[0]?.result?.[0]).toMatchObject({ items_count: 31, pages_count: 3 });
});

test('failures are in the envelope, or in the status where DataForSEO says so', async () => {
  const live = (from: ReturnType<typeof client>, more: object = {}) =>
    from.serp.googleOrganicLiveAdvanced([new SerpGoogleOrganicLiveAdvancedRequestInfo({ ...asked, ...more })]);
  expect((await live(client(), { keyword: 'zzyzx qqqq' }))?.tasks?.[0]).toMatchObject({ status_code: 40102 });
  expect((await live(client(), { depth: 500 }))?.tasks?.[0]).toMatchObject({ status_code: 40501 });
  expect(await live(client('practice', ':busy'))).toMatchObject({ status_code: 40202 });
  await expect(live(client('wrong'))).rejects.toMatchObject({ status: 401 });
  await expect(live(client('practice', ':broke'))).rejects.toMatchObject({ status: 402 });
  await expect(live(client('practice', ':failing'))).rejects.toMatchObject({ status: 503 });
});

test('the account and its balance', async () => {
  const answer = await client().appendix.userData();
  expect(answer?.tasks?.[0]?.result?.[0]).toMatchObject({ login: 'practice', money: { balance: 42.5 } });
});
