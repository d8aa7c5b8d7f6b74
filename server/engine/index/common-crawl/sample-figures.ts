// What a page of the sample costs, as measured by bench/index.ts. `plan` and the arithmetic for large samples (docs/link-index-sizes.md)
// start from these figures: after a new measurement, this is the place to change.

export const sampleFigures = {
  /** From a WAT file to rows: 20,000 pages in 7.9 CPU s, 3.3 times as long as plain gunzip. */
  readPagesPerCpuSecond: 2_520,
  /** Into PostgreSQL on the same machine, one file at a time: 1 million pages in 256.5 s. */
  rowPagesPerSecond: 3_900,
  /** Their indexes and lists of links, on x64: 162.5 s. */
  indexPagesPerSecond: 6_150,
  /** To other domains, as the benchmark generates them; a page has 133 links in all. */
  linksPerPage: 10,
  /** Both with their indexes and lists (`indexBytes`). */
  bytesPerPage: 979,
  bytesPerLink: 304,
  /**
   * While lists are made, a quarter of the links to popular targets are sorted at a time. Of 10 million links, two thirds were to such targets,
   * and this was 47 per link; in larger samples, nearly all are.
   */
  sortingBytesPerLink: 72,
  /** Common Crawl's: a WAT file has 156 MB (±20 %, by older crawls) and 21,500 pages. */
  watBytesPerPage: 7_260,
  pagesPerFile: 21_500,
};

/** What indexes and lists take of `bytesPerPage` and `bytesPerLink`. They are built when a part is published. */
export const indexBytes = { perPage: 160, perLink: 141 };

export type SampleFigures = typeof sampleFigures;

/** On disk, with indexes and links. */
export const storedBytesPerPage = ({ bytesPerPage, linksPerPage, bytesPerLink }: SampleFigures): number =>
  bytesPerPage + linksPerPage * bytesPerLink;

/** To read, write and index a page. */
export const cpuSecondsPerPage = (figures: SampleFigures): number =>
  1 / figures.readPagesPerCpuSecond + 1 / figures.rowPagesPerSecond + 1 / figures.indexPagesPerSecond;
