import type { TopicProse } from './topic-prose.ts';

export const GERMAN_GOLF: TopicProse = {
  label: 'Golf',
  keyword: 'Golfplätze in Amerika',
  subjects: [
    { name: 'Harrow Point', place: 'Oregon' },
    { name: 'Prairie Wolf', place: 'Nebraska' },
    { name: 'Saltgrass Dunes', place: 'South Carolina' },
    { name: 'Blue Anchor', place: 'Maine' },
    { name: 'Cinder Mesa', place: 'Arizona' },
  ],
  openings: [
    'Wer zum ersten Mal eine Golfreise nach Amerika plant, unterschätzt die Entfernungen und überschätzt den eigenen Rücken.',
    'Die schönsten Golfplätze in Amerika liegen selten dort, wo die großen Hotels stehen.',
    'Drei Wochen, neun Plätze, ein Mietwagen: So sah unsere Reise zu den Golfplätzen in Amerika aus.',
  ],
  aspects: [
    {
      heading: 'Planung und Anreise',
      sentences: [
        'Zwischen zwei Plätzen sollte ein Tag ohne Schläger liegen.',
        'Startzeiten werden meist sechzig Tage im Voraus vergeben, am Wochenende sind sie nach einer Stunde weg.',
        'Leihschläger sind besser als ihr Ruf und ersparen den Ärger am Flughafen.',
        'Wer im Ort statt im Resort wohnt, zahlt die Hälfte und frühstückt besser.',
      ],
    },
    {
      heading: 'Platz und Pflege',
      sentences: [
        'Harte Fairways im August zeigen, dass jemand im Juni den Mut hatte, nicht zu wässern.',
        'Die Grüns sind groß, ehrlich und an den Rändern ein wenig gemein.',
        'Zu Fuß dauert die Runde knapp vier Stunden, und man sieht dabei mehr Vögel als Bälle.',
        'Ein Platz ohne Wagenzwang bekommt bei uns immer einen Punkt mehr.',
      ],
    },
    {
      heading: 'Kosten',
      sentences: [
        'Das Greenfee reicht von {price} Dollar auf dem Gemeindeplatz bis zu Summen, die man besser nicht laut sagt.',
        'Am späten Nachmittag wird es billiger, und das Licht ist schöner.',
        'Trinkgeld gehört dazu, auch wenn man die Tasche selbst trägt.',
      ],
    },
  ],
  entries: [
    '{name} in {place} liegt auf welligem Gelände, als hätte es immer auf eine Fahne gewartet.',
    'Auf {name} haben wir bei starkem Wind gespielt und wollten sofort noch einmal los.',
    'Einheimische zahlen {price} Dollar, Gäste kaum mehr, und alle werden gleich freundlich begrüßt.',
    'Das kurze Loch zwölf führt steil hinunter zu einem Grün, das wie eine Untertasse geformt ist.',
  ],
  closings: [
    'Schreiben Sie uns, welchen Platz wir vergessen haben.',
    'Gute Reise und ein ruhiges Händchen auf den Grüns.',
  ],
  audiences: ['Einsteiger', 'Fußgänger'],
  titles: {
    ranking: ['Die zehn schönsten Golfplätze in Amerika', 'Best Golf Courses in America: unsere Rangliste'],
    guide: ['Golfreise nach Amerika: was man wissen sollte', 'Golf in Amerika zu Fuß'],
    review: ['{name} in {place}: ein Spielbericht', 'Zwei Tage auf {name}'],
    essay: ['Warum wir keine Golfwagen mögen'],
    roundup: ['Lesestoff für Regentage'],
  },
};
