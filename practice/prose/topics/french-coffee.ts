import type { TopicProse } from './topic-prose.ts';

export const FRENCH_COFFEE: TopicProse = {
  label: 'Café',
  keyword: 'café filtre',
  subjects: [
    { name: 'le Moulin Bleu', place: 'Nantes' },
    { name: 'la Porte Jaune', place: 'Trieste' },
    { name: 'le Quai Neuf', place: 'Lyon' },
  ],
  openings: [
    'Un bon café filtre, c’est surtout de la patience, une eau correcte et un moulin qui obéit.',
    'Nous avons goûté trente cafés à l’aveugle autour d’une longue table, et nous n’étions d’accord que sur l’eau.',
    'Le premier café du jour est celui pour lequel on peut se permettre d’être difficile.',
  ],
  aspects: [
    {
      heading: 'L’eau d’abord',
      sentences: [
        'Le café est fait d’eau pour plus des neuf dixièmes, et une eau douce est le progrès le moins cher.',
        'Une eau trop dure éteint les cafés vifs.',
        'Pesez l’eau au lieu de deviner, et la deuxième tasse ressemblera à la première.',
      ],
    },
    {
      heading: 'Mouture et dosage',
      sentences: [
        'Soixante grammes par litre : c’est un bon début et une bonne fin.',
        'Plus fin si la tasse est maigre, plus gros si elle est amère.',
        'Ne changez qu’une chose à la fois, et notez-la sur le sachet.',
      ],
    },
    {
      heading: 'Torréfaction',
      sentences: [
        'Les grains sont au mieux entre une et cinq semaines après la torréfaction.',
        'Une torréfaction claire montre le pays, une torréfaction foncée montre le torréfacteur.',
        'Gardez le sachet fermé, au sombre, loin du four.',
      ],
    },
  ],
  entries: [
    '{name}, à {place}, sert une tasse qui sent l’abricot et le thé noir.',
    'À {price} euros le sachet, {name} n’est pas donné, mais il est parfait le dimanche.',
    'Chez {name}, on se souvient des commandes et des chiens.',
  ],
  closings: ['Buvez lentement et recommencez demain.', 'Écrivez-nous votre recette, nous l’essaierons samedi.'],
  audiences: ['débutants'],
  titles: {
    ranking: ['Nos meilleurs cafés de l’hiver'],
    guide: ['Le café filtre pas à pas', 'Quelle eau pour le café ?'],
    review: ['{name} à {place} : notes de dégustation', 'Une matinée chez {name}'],
    essay: ['Le dernier bon café de la rue'],
    roundup: ['Lectures du dimanche'],
  },
};
