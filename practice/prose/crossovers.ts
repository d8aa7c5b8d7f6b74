// Articles in which a site goes beyond its own topic: this is how a coffee blog comes to link to a golf ranking.

import type { Topic } from '../data/types.ts';
import type { Crossover } from './crossover.ts';
import { GOLF_CROSSOVERS } from './golf-crossovers.ts';
import { HOSTING_CROSSOVERS } from './hosting-crossovers.ts';

/** The stories that a site of one topic can tell about another; none about topics without stories. */
export function crossoversFrom(topic: Topic, about: Topic): readonly Crossover[] {
  if (about === 'golf' && topic !== 'golf') return GOLF_CROSSOVERS[topic];
  if (about === 'hosting' && topic !== 'hosting') return HOSTING_CROSSOVERS[topic];
  return [];
}
