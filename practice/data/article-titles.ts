// Titles and descriptions of articles, generated from the material of their topic.

import { proseFor } from '../prose/compose.ts';
import { crossoversFrom } from '../prose/crossovers.ts';
import type { TopicProse } from '../prose/topics/topic-prose.ts';
import type { Dice } from './random.ts';
import type { Recipe, Site } from './types.ts';

export interface Titling {
  /** Titles of this site. */
  titles: Set<string>;
  /** Titles used once in the whole web while unused ones last. */
  taken: Set<string>;
  dice: Dice;
}

/** An unused title while there are any; never the same one twice on a site. */
export function titleOf(site: Site, recipe: Recipe, { titles, taken, dice }: Titling): string {
  const prose = proseFor(recipe.about, site.language);
  const pools =
    recipe.kind === 'crossover'
      ? crossoversFrom(site.topic, recipe.about).map((one) => one.titles)
      : prose.titles[recipe.kind].map((form) => titlesFrom(form, prose));
  const free = pools.map((pool) => pool.filter((one) => !taken.has(one))).filter((pool) => pool.length > 0);
  const title = dice.pick(free.length > 0 ? dice.pick(free) : pools.flat().filter((one) => !titles.has(one)));
  titles.add(title);
  taken.add(title);
  return title;
}

// Only the slots of a form are filled, so that each pool stays small.
function titlesFrom(form: string, prose: TopicProse): string[] {
  const isNamed = form.includes('{name}') || form.includes('{place}');
  const named = isNamed
    ? prose.subjects.map((one) => capital(form.replace('{name}', one.name).replace('{place}', one.place)))
    : [form];
  if (!form.includes('{who}')) return named;
  return named.flatMap((title) => prose.audiences.map((who) => title.replace('{who}', who)));
}

export function descriptionOf(site: Site, recipe: Recipe, dice: Dice): string {
  const prose = proseFor(recipe.about, site.language);
  const text = dice.pick(dice.pick(prose.aspects).sentences);
  const subject = dice.pick(prose.subjects);
  return text
    .replaceAll('{name}', subject.name)
    .replaceAll('{place}', subject.place)
    .replaceAll('{n}', '240')
    .replaceAll('{price}', '35')
    .replaceAll('{year}', '2019');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
