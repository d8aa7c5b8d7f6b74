// Made-up words and topics whose frequencies follow Zipf's law, as those of real pages do.
import { randomNumbers } from '../../server/test/long-run.ts';

const words = 50_000;
/** Flattens the top of the curve: the words of the first ranks are stop words, which no index keeps. */
const offset = 10;
export const topics = 2_000;
const wordsPerTopic = 20;

const syllables = [...'bcdfghjklmnprstvwxyz'].flatMap((first) => [...'aeiou'].map((second) => first + second));

/** The most frequent word first. */
export const vocabulary: readonly string[] = Array.from({ length: words }, (_, rank) => {
  // 7,919 has no factor in common with 100³, so no word comes twice.
  const mixed = (rank * 7_919 + 12_345) % 1_000_000;
  const parts = [mixed % 100, Math.floor(mixed / 100) % 100, Math.floor(mixed / 10_000), (rank * 31) % 100];
  return parts
    .slice(0, rank % 3 === 0 ? 4 : 3)
    .map((part) => syllables[part])
    .join('');
});

const wordAt = (rank: number) => vocabulary[Math.min(words - 1, Math.floor(rank))] ?? '';

/** The rank is drawn between the two; words of lower ranks are more frequent. */
export const zipfWord = (random: () => number, from = 0, to = words): string =>
  wordAt((from + offset) * ((to + offset) / (from + offset)) ** random() - offset);

const random = randomNumbers(50_000);
const topicWords = Array.from({ length: topics }, () =>
  Array.from({ length: wordsPerTopic }, () => zipfWord(random, 100, 20_000)),
);

/** Some topics are far more popular than others. */
export const zipfTopic = (random: () => number): number => Math.floor(topics ** random()) - 1;

export const topicWord = (topic: number, random: () => number): string =>
  topicWords[topic]?.[Math.floor(random() * wordsPerTopic)] ?? '';

/** A third of the words are of the topic. */
export const textAbout = (topic: number, length: number, random: () => number): string =>
  Array.from({ length }, () => (random() < 0.33 ? topicWord(topic, random) : zipfWord(random))).join(' ');
