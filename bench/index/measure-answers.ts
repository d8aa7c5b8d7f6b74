// How long an engine takes to answer: keyword searches with filters, and backlinks of URLs and domains.
import type { IndexReader } from '../../server/engine/index/engine/index-engine.ts';
import { randomNumbers } from '../../server/test/long-run.ts';
import { type CpuTimes, cpuSince, cpuTimes } from './cpu-times.ts';
import { domainOfHost, hosts, targetUrl, zipfHost } from './made-pages.ts';
import { topicWord, zipfTopic, zipfWord } from './vocabulary.ts';

export interface AnswerTimes {
  name: string;
  p50: number;
  p95: number;
  worst: number;
  /** Results per question, on average. */
  found: number;
  questions: number;
  /** Of all questions together. */
  cpu: CpuTimes;
}

type Ask = (number: number) => Promise<readonly unknown[]>;

/**
 * Before, as many about other words and targets are asked and not counted: on a server that has run for days, code is compiled and statements are
 * planned.
 */
const questionsPerKind = 60;
/** A kind that takes longer ends early, with fewer questions. */
const longestMs = 120_000;

export async function measureAnswers(engine: IndexReader): Promise<AnswerTimes[]> {
  const warmUps = [
    ...searchQuestions(engine, randomNumbers(5)),
    ...Object.entries(backlinkQuestions(engine, randomNumbers(6))),
  ];
  for (let number = 0; number < questionsPerKind; number++) {
    for (const [, ask] of warmUps) await ask(questionsPerKind + number);
  }
  const searches = [];
  for (const [name, ask] of searchQuestions(engine, randomNumbers(7))) searches.push(await timesOf(name, ask));
  const backlinks = [];
  for (const [name, ask] of Object.entries(backlinkQuestions(engine, randomNumbers(8)))) {
    backlinks.push(await timesOf(name, ask));
  }
  const all = summary('search, all', searches);
  return [...searches, all, ...backlinks].map(({ times, ...figures }) => figures);
}

const searchQuestions = (engine: IndexReader, random: () => number): [string, Ask][] =>
  Object.entries(keywords(random)).map(([name, words]) => [
    `search, ${name}`,
    (number) => search(engine, number, words(1 + (number % 3))),
  ]);

/** One to three words each. Words of one topic occur together, as those of a real keyword do; the others do so by chance. */
const keywords = (random: () => number): Record<string, (length: number) => string[]> => {
  const drawn = (from: number, to: number) => (length: number) =>
    Array.from({ length }, () => zipfWord(random, from, to));
  return {
    'frequent words': drawn(0, 100),
    'medium words': drawn(100, 5_000),
    'rare words': drawn(5_000, 50_000),
    'any words': drawn(0, 50_000),
    'words of a topic': (length) => {
      const topic = zipfTopic(random);
      return Array.from({ length }, () => topicWord(topic, random));
    },
  };
};

const filters = [
  { minDomainRating: 20, maxDomainRating: 70, minWords: 300 },
  { minDomainRating: 40, maxDomainRating: 90, minWords: 800 },
  { minDomainRating: 0, maxDomainRating: 40, minWords: 500 },
  { minDomainRating: 60, maxDomainRating: 100, minWords: 1_500 },
];

const search = (engine: IndexReader, number: number, words: string[]) =>
  engine.searchPages({
    ...{ configs: ['english'], limit: 100, perDomain: 1, except: [], variants: [words] },
    ...filters[number % filters.length],
  });

/**
 * Popular targets are the first hosts and their home pages, ordinary ones have a few links, and any are drawn as links are. A random one
 * is drawn evenly from all hosts, so it hardly ever has many links.
 */
function backlinkQuestions(engine: IndexReader, random: () => number): Record<string, Ask> {
  const url = (to: string) => engine.backlinksOf({ urls: [to] }, { limit: 100 });
  const domain = (host: number) => engine.backlinksOf({ domain: domainOfHost(host) }, { limit: 100 });
  const any = () => zipfHost(random, 1, 100_000);
  const ordinary = () => zipfHost(random, 1_000, 100_000);
  const even = () => 1 + Math.floor(hosts * random());
  const page = () => Math.floor(10 * random());
  return {
    'backlinks of a popular URL': (number) => url(targetUrl(1 + number, 0)),
    'backlinks of an ordinary URL': () => url(targetUrl(ordinary(), page())),
    'backlinks of any URL': () => url(targetUrl(any(), page())),
    'backlinks of a random URL': () => url(targetUrl(even(), page())),
    'backlinks of a popular domain': (number) => domain(1 + number),
    'backlinks of an ordinary domain': () => domain(ordinary()),
    'backlinks of any domain': () => domain(any()),
    'backlinks of a random domain': () => domain(even()),
  };
}

async function timesOf(name: string, ask: Ask): Promise<AnswerTimes & { times: number[] }> {
  const times: number[] = [];
  let found = 0;
  const before = cpuTimes();
  const start = performance.now();
  for (let number = 0; number < questionsPerKind && performance.now() - start < longestMs; number++) {
    const started = performance.now();
    found += (await ask(number)).length;
    times.push(performance.now() - started);
  }
  return figuresOf(name, times, { found: found / times.length, cpu: cpuSince(before) });
}

function summary(name: string, kinds: readonly { times: number[]; found: number; cpu: CpuTimes }[]) {
  const times = kinds.flatMap((kind) => kind.times);
  const found = kinds.reduce((sum, kind) => sum + kind.found * kind.times.length, 0);
  const cpu: CpuTimes = new Map();
  for (const [program, ms] of kinds.flatMap((kind) => [...kind.cpu])) cpu.set(program, (cpu.get(program) ?? 0) + ms);
  return figuresOf(name, times, { found: found / times.length, cpu });
}

function figuresOf(
  name: string,
  times: number[],
  more: Pick<AnswerTimes, 'found' | 'cpu'>,
): AnswerTimes & { times: number[] } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { name, p50: at(0.5), p95: at(0.95), worst: at(1), ...more, questions: times.length, times };
}
