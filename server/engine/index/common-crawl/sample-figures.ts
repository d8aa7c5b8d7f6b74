// What a page of the sample costs, as measured by bench/index.ts. `plan` and the arithmetic for large samples (docs/link-index-sizes.md)
// start from these figures: after a new measurement, this is the place to change.

export const sampleFigures = {
  /** From a WAT file to rows: 18,000 pages in 12.4 CPU s, while other programs used both cores. Not measured on a free machine. */
  readPagesPerCpuSecond: 1_450,
  /** Into PostgreSQL on the same machine, one file at a time: 100,000 pages in 39.4 s, and their indexes in 3.9 s. */
  rowPagesPerSecond: 2_540,
  indexPagesPerSecond: 25_600,
  /** To other domains, as the benchmark generates them; a page has 133 links in all. */
  linksPerPage: 10,
  /** Of these, 186 and 65 are of indexes. */
  bytesPerPage: 1_006,
  bytesPerLink: 228,
  /** Common Crawl's: a WAT file has 156 MB (±20 %, by older crawls) and 21,500 pages. */
  watBytesPerPage: 7_260,
  pagesPerFile: 21_500,
};

export type SampleFigures = typeof sampleFigures;

/** On disk, with indexes and links. */
export const storedBytesPerPage = ({ bytesPerPage, linksPerPage, bytesPerLink }: SampleFigures): number =>
  bytesPerPage + linksPerPage * bytesPerLink;

/** To read, write and index a page. */
export const cpuSecondsPerPage = (figures: SampleFigures): number =>
  1 / figures.readPagesPerCpuSecond + 1 / figures.rowPagesPerSecond + 1 / figures.indexPagesPerSecond;
