// Deterministic randomness: every choice in the practice web is derived from a name, so the same name always gives the same
// choice and a new page changes no other page.

export interface Dice {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  chance(part: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` different items in random order; fewer if the list is shorter. */
  draw<T>(list: readonly T[], count: number): T[];
}

const SEED = 'zeus-practice-1';

/** A 32-bit number for a text (FNV-1a with a final mix). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Dice that always fall the same way for the same name. */
export function diceFor(...name: (string | number)[]): Dice {
  let state = numberOf([SEED, ...name].join('/'));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const draw = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    const drawn: T[] = [];
    while (drawn.length < count && rest.length > 0) drawn.push(...rest.splice(below(rest.length), 1));
    return drawn;
  };
  const pick = <T>(list: readonly T[]): T => {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error('The dice were given an empty list.');
    return item;
  };
  return { below, chance: (part) => next() < part, pick, draw };
}
