// Sentences with a link to another site. {a} is the link, {s} the name of the target site.

import type { Language, Topic } from '../data/types.ts';

export const CITATIONS: Record<Language, readonly string[]> = {
  en: [
    'For a second opinion, read {a} at {s}.',
    'We leaned on {a} from {s} when we checked our figures.',
    '{s} has covered this in more depth: {a} is worth the ten minutes.',
    'The numbers here agree with {a}, published by {s}.',
    'If you want the long version, {a} on {s} is the one we send to friends.',
    'Our thanks go to {s}: {a} started this argument.',
    'Readers keep recommending {a}, and they are right.',
    'A fair counterpoint is {a}, over at {s}.',
    'The clearest summary we know is {a} by the people at {s}.',
    'Some of what follows was first set out in {a}.',
    'See also {a}, which looks at the same question from the other side.',
    'We disagreed with parts of {a} at {s}, but it made us look again.',
  ],
  de: [
    'Ausführlicher steht das in {a} bei {s}.',
    'Eine gute Ergänzung ist {a} von {s}.',
    'Wir haben dazu auch {a} gelesen, und es hat sich gelohnt.',
  ],
  fr: [
    'À lire aussi : {a}, chez {s}.',
    'Nous avons beaucoup appris de {a}.',
    'Pour aller plus loin, {a} sur {s} est très clair.',
  ],
  es: ['Lo cuenta mejor {a}, en {s}.', 'Recomendamos también {a}.', 'Para ampliar, {a} de {s} es muy claro.'],
};

export const SPONSOR_SENTENCES: readonly string[] = [
  'This issue is supported by {s}: see {a}.',
  'Our partner {s} would like you to know about {a}.',
  'Paid partnership: {a} by {s}.',
];

export const ROUNDUP_SENTENCES: Record<Language, readonly string[]> = {
  en: [
    '{a} ({s}) is the piece we talked about most this month.',
    'From {s}: {a}, which is generous with figures and short on adjectives.',
    '{a} made one of us laugh out loud on a train; thank you, {s}.',
    'We saved {a} by {s} for the next rainy day.',
    '{s} published {a}, and our inbox noticed.',
    'A quiet gem from {s}: {a}.',
    'Start with {a} if you only have time for one.',
  ],
  de: [
    '{s} hat {a} veröffentlicht, und wir haben es zweimal gelesen.',
    'Von {s}: {a}, kurz und gut.',
    'Für den nächsten Regentag aufgehoben: {a}.',
    'Wer nur Zeit für einen Text hat, beginnt mit {a}.',
    'Ein stiller Fund bei {s}: {a}.',
    'Lange besprochen haben wir {a} ({s}).',
    'Gern empfohlen: {a} von {s}.',
  ],
  fr: [
    'Chez {s}, nous avons lu {a} avec plaisir.',
    'Pour le prochain dimanche de pluie : {a}.',
    'Une belle trouvaille de {s} : {a}.',
    'Si vous n’avez le temps que pour un texte, prenez {a}.',
    '{a} ({s}) nous a fait sourire dans le train.',
    'À garder : {a}, par {s}.',
    'Nous avons beaucoup parlé de {a}.',
  ],
  es: [
    'En {s} leímos {a} con mucho gusto.',
    'Para una tarde de lluvia: {a}.',
    'Un buen hallazgo de {s}: {a}.',
    'Si solo hay tiempo para uno, que sea {a}.',
    '{a} ({s}) dio que hablar en la oficina.',
    'Para guardar: {a}, de {s}.',
    'Hemos discutido mucho sobre {a}.',
  ],
};

/** Short anchors, as people write them instead of the full title. */
export const SHORT_ANCHORS: Record<Topic, readonly string[]> = {
  golf: ['best golf courses in America', 'their course ranking', 'this golf list', 'the full golf ranking'],
  hosting: [
    'managed WordPress hosting',
    'their hosting comparison',
    'this hosting test',
    'hosting benchmarks',
    'this guide',
  ],
  coffee: ['this brewing guide', 'their tasting notes', 'coffee notes'],
  hiking: ['this trail report', 'their day hikes', 'the walking guide'],
  energy: ['their heat pump diary', 'this energy guide', 'the measured results'],
  finance: ['this money guide', 'their fund primer', 'the budget sheet'],
};
