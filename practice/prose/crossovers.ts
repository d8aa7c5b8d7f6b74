// Articles in which a site looks beyond its own topic: this is how a coffee blog comes to link to a golf ranking.

import type { Topic } from '../data/types.ts';
import { GOLF_CROSSOVERS } from './golf-crossovers.ts';
import { HOSTING_CROSSOVERS } from './hosting-crossovers.ts';

export interface Crossover {
  /** One for each site that tells the story. */
  titles: readonly string[];
  opening: string;
  middle: readonly string[];
}

export type CrossoverTopic<Reach extends Topic> = Exclude<Topic, Reach>;

/** The stories that a site of one topic can tell about another; none about topics that nobody reaches for. */
export function crossoversFrom(topic: Topic, about: Topic): readonly Crossover[] {
  if (about === 'golf' && topic !== 'golf') return GOLF_CROSSOVERS[topic];
  if (about === 'hosting' && topic !== 'hosting') return HOSTING_CROSSOVERS[topic];
  return [];
}
