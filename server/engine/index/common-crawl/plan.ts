// What loading the index costs before anything is fetched: download, disk, CPU and hours, and how much fits on a disk.
import { usualGraph } from './releases/list-releases.ts';
import { cpuSecondsPerPage, sampleFigures, storedBytesPerPage } from './sample-figures.ts';

export interface Cost {
  downloadBytes: number;
  /** What stays, and what is needed besides while loading. */
  diskBytes: number;
  temporaryBytes: number;
  cpuSeconds: number;
}

export interface PlanLine extends Cost {
  command: string;
  gives: string;
  fits: boolean;
  /** The longer of download and computing: they overlap. */
  hours: number;
}

// Measured on a 2-core arm64 machine.
const ofRank = { downloadBytes: 25, diskBytes: 112, cpuSeconds: 9e-6 };
// Of a domain: its name, its place by name and by id, where its links begin, and its rating.
const ofDomain = { downloadBytes: 7, diskBytes: 25 };
// Of a link: in a bucket while it is loaded, and then the linking domain's id.
const ofEdge = { downloadBytes: 3.4, diskBytes: 4, bucketBytes: 5, cpuSeconds: 5e-7 };
const { pagesPerFile, linksPerPage, sortingBytesPerLink, watBytesPerPage } = sampleFigures;
const ofFile = {
  pages: pagesPerFile,
  downloadBytes: pagesPerFile * watBytesPerPage,
  diskBytes: pagesPerFile * storedBytesPerPage(sampleFigures),
  sortingBytes: pagesPerFile * linksPerPage * sortingBytesPerLink,
  cpuSeconds: pagesPerFile * cpuSecondsPerPage(sampleFigures),
};
/** The files of a whole crawl. */
const filesOfCrawl = 100_000;
export const defaultRankRows = 10_000_000;

export const costOfRanks = (rows: number): Cost => ({
  downloadBytes: rows * ofRank.downloadBytes,
  diskBytes: rows * ofRank.diskBytes,
  temporaryBytes: rows * ofRank.downloadBytes,
  cpuSeconds: rows * ofRank.cpuSeconds,
});

export const costOfGraph = ({ nodes, edges }: { nodes: number; edges: number }): Cost => ({
  downloadBytes: nodes * ofDomain.downloadBytes + edges * ofEdge.downloadBytes,
  diskBytes: nodes * ofDomain.diskBytes + edges * ofEdge.diskBytes,
  // The most is used before the first bucket is sorted: the download and all buckets, but none of the result. Afterwards each
  // sorted bucket is removed.
  temporaryBytes: edges * (ofEdge.downloadBytes + ofEdge.bucketBytes - ofEdge.diskBytes),
  cpuSeconds: edges * ofEdge.cpuSeconds,
});

/** Of files that are waiting to be read. */
export const downloadsOfPages = 4 * ofFile.downloadBytes;

/** What PostgreSQL needs besides, while it publishes this many files. */
export const sortingOfPages = (files: number): number => files * ofFile.sortingBytes;

export const costOfPages = (files: number): Cost => ({
  downloadBytes: files * ofFile.downloadBytes,
  diskBytes: files * ofFile.diskBytes,
  temporaryBytes: downloadsOfPages + sortingOfPages(files),
  cpuSeconds: files * ofFile.cpuSeconds,
});

/** Ranks first, then a graph of the usual size, and pages for what is left of the disk. */
export function makePlan({ diskBytes, bitsPerSecond }: { diskBytes: number; bitsPerSecond: number }): PlanLine[] {
  let left = diskBytes;
  const line = (command: string, gives: string, cost: Cost): PlanLine => {
    const fits = cost.diskBytes + cost.temporaryBytes <= left;
    if (fits) left -= cost.diskBytes;
    const seconds = Math.max((cost.downloadBytes * 8) / bitsPerSecond, cost.cpuSeconds);
    return { command, gives, ...cost, fits, hours: seconds / 3_600 };
  };
  const million = (count: number) => `${Math.round(count / 1e5) / 10} million`;
  const ranks = line('add ranks', `ratings of ${million(defaultRankRows)} domains`, costOfRanks(defaultRankRows));
  const domains = line(
    'add graph',
    `all referring domains of ${million(usualGraph.nodes)} domains`,
    costOfGraph(usualGraph),
  );
  const room = Math.floor((left - downloadsOfPages) / (ofFile.diskBytes + ofFile.sortingBytes));
  const files = Math.max(1, Math.min(filesOfCrawl, room));
  const share = ((100 * files) / filesOfCrawl).toFixed(1);
  const pages = line(
    `add pages ${files}`,
    `${million(files * ofFile.pages)} pages with their links, ${share}% of a crawl`,
    costOfPages(files),
  );
  return [ranks, domains, pages];
}
