import type { Topic } from '../data/types.ts';

export interface Crossover {
  /** One for each site that tells the story. */
  titles: readonly string[];
  opening: string;
  middle: readonly string[];
}

export type CrossoverTopic<Reach extends Topic> = Exclude<Topic, Reach>;
