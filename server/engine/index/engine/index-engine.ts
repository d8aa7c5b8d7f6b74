// What stores the page sample and answers questions about it. PostgreSQL is one engine; every other must pass the same contract
// (test/engine-contract.ts). Which releases are loaded, and which are read, is in index_releases for all engines.
import type { WatPage } from '../common-crawl/wat/wat-page.ts';
import type { KnownLanguage } from '../search/search-languages.ts';

export interface SampleFile {
  /** Its place in the random order of the crawl's files. */
  number: number;
  pages: AsyncIterable<WatPage>;
  /** Records that could not be read; called when all pages were read. */
  skipped(): number;
}

export interface FileCounts {
  pages: number;
  links: number;
  skipped: number;
}

export interface SampleLink {
  urlFrom: string;
  title: string;
  urlTo: string;
  anchor: string;
  rel: string;
  /** The linking domain. */
  domain: string;
  /** -1: not rated. */
  domainRating: number;
  /** -1: not known. */
  words: number;
  capturedAt: Date;
}

export interface SamplePage {
  url: string;
  title: string;
  description: string;
  language: string;
  /** -1: not known. */
  words: number;
  domain: string;
  /** -1: not rated. */
  domainRating: number;
  capturedAt: Date;
  /** How well the page matches; comparable with the score of a crawled page. */
  score: number;
}

export interface LinkRange {
  limit: number;
  /** A domain without a rating passes every range. */
  minDomainRating?: number;
  maxDomainRating?: number;
}

/** What found pages must have. Unknown ratings and lengths pass, unknown traffic only if that is said. */
export interface PageFilters {
  limit: number;
  /** Words and phrases that every page must contain, and that none may contain. */
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  minDomainRating?: number;
  maxDomainRating?: number;
  minWords?: number;
  minTraffic?: number;
  /** True if no traffic source is configured. */
  unknownTrafficPasses?: boolean;
  /** At most this many pages per domain. */
  perDomain?: number;
}

export interface MatchRequest extends PageFilters {
  /** Sets of words; a page matches if it has all words of one set. */
  variants: readonly (readonly string[])[];
  configs: readonly string[];
  /** URLs. */
  except: readonly string[];
}

/**
 * Of the URLs that state the same canonical, the links to so many count, in the order of their keys. Each is looked up on its own, and a
 * site may have very many, such as one for every filter of a list.
 */
export const mostCopies = 200;

/** Reads all published releases together. If several have captured a page, only the newest capture counts. */
export interface IndexReader {
  /** Dofollow links only, one per linking domain, strongest domains first. */
  backlinksOf(target: { urls: readonly string[] } | { domain: string }, range: LinkRange): Promise<SampleLink[]>;
  /** Pages that have all words of a variant, best first. */
  searchPages(request: MatchRequest): Promise<SamplePage[]>;
  /** The text search configurations in use. */
  languages(): Promise<KnownLanguage[]>;
  /** When each of these pages was last captured; pages that were not are left out. */
  capturesOf(urls: readonly string[]): Promise<Map<string, Date>>;
}

/** A release is loaded aside and read from `publish` on. Each call may be repeated after a crash. */
export interface IndexEngine extends IndexReader {
  beginRelease(release: number): Promise<void>;
  /**
   * Writes all pages of a file and its row in `index_files`, or nothing. Returns null if the file is already there. Throws
   * OperatorError if the release is no longer being loaded, or the disk is full.
   */
  write(release: number, file: SampleFile): Promise<FileCounts | null>;
  /** Builds what reading needs, and makes the release readable. False, with nothing changed, if files of it are missing. */
  publish(release: number): Promise<boolean>;
  drop(release: number): Promise<void>;
  /** Disk used on servers of its own. Null: it has none, and stores everything in PostgreSQL. Throws OperatorError if one is down. */
  remoteBytes(): Promise<number | null>;
}
