import { expect, test } from 'vitest';
import { costOfPages, makePlan } from './plan.ts';
import { sampleFigures, storedBytesPerPage } from './sample-figures.ts';

test('pages are planned for the rest of the disk, by the measured figures', () => {
  const bitsPerSecond = 100e6;
  const [ranks, graph, pages] = makePlan({ diskBytes: 100e9, bitsPerSecond });
  expect([ranks?.fits, graph?.fits, pages?.fits]).toEqual([true, true, true]);
  const files = Number(pages?.command.split(' ').at(-1));
  const used = [ranks, graph, pages].reduce((sum, line) => sum + (line?.diskBytes ?? 0), 0);
  expect(used + (pages?.temporaryBytes ?? 0)).toBeLessThanOrEqual(100e9);
  const more = costOfPages(files + 1);
  expect(used - (pages?.diskBytes ?? 0) + more.diskBytes + more.temporaryBytes).toBeGreaterThan(100e9);
  const perPage = (bytes = 0) => bytes / (files * sampleFigures.pagesPerFile);
  expect(perPage(pages?.diskBytes)).toBeCloseTo(storedBytesPerPage(sampleFigures));
  expect(perPage(pages?.downloadBytes)).toBeCloseTo(sampleFigures.watBytesPerPage);
  // Files are downloaded while others are read and written, so the longer of the two counts.
  const downloadSeconds = ((pages?.downloadBytes ?? 0) * 8) / bitsPerSecond;
  expect((pages?.hours ?? 0) * 3_600).toBeCloseTo(Math.max(downloadSeconds, pages?.cpuSeconds ?? 0));
});

test('what does not fit is planned with the least that can be loaded', () => {
  const plan = makePlan({ diskBytes: 0.5e9, bitsPerSecond: 100e6 });
  expect(plan.map(({ command, fits }) => [command, fits])).toEqual([
    ['add ranks', false],
    ['add graph', false],
    ['add pages 1', false],
  ]);
});
