import type { PageSet } from './page-set.ts';

export const german: PageSet = {
  language: 'de',
  site: 'Gartenblatt',
  headline: 'So gelingen Tomaten auf dem Balkon',
  text: [
    'Tomaten brauchen Sonne, Wasser und einen Topf, der tief genug ist. Liegt der Balkon nach Süden, gedeihen die meisten Sorten.',
    'Gegossen wird am Morgen und nie auf die Blätter. Nach einigen Wochen zeigen sich die ersten Blüten.',
  ],
  menu: ['Startseite', 'Garten', 'Rezepte', 'Impressum'],
  photoCredit: 'Foto: Martin Brandt',
  comment: '<b>Susanne Vogel</b> sagt:',
  related: 'Das könnte Sie auch interessieren',
  articles: [
    { top: '<p>Von Helene Marx</p>', authors: ['Helene Marx'] },
    {
      top: '<span>Veröffentlicht am 3. März 2024 von <a href="/author/peter-lohmann/">Peter Lohmann</a></span>',
      authors: ['Peter Lohmann'],
    },
    { top: '<div>von Dr. Anja Neumann | 5. Mai 2024</div>', authors: ['Anja Neumann'] },
    { top: '<p>Text: Oliver Graf, Fotos: Martin Brandt</p>', authors: ['Oliver Graf'] },
    { top: '<p>Von Helene Marx und Peter Lohmann</p>', authors: ['Helene Marx', 'Peter Lohmann'] },
    { top: '<p>Ein Gastbeitrag von Franziska von der Heide</p>', authors: ['Franziska von der Heide'] },
    { end: '<div><h4>Über die Autorin</h4><p>Laura Fink</p></div>', authors: ['Laura Fink'] },
    {
      end: '<div><img src="/l.jpg"><h4>Laura Fink</h4><p>Laura Fink ist freie Journalistin und gärtnert auf dem Dach.</p></div>',
      authors: ['Laura Fink'],
    },
    { top: '<p>03.03.2024, 14:20 Uhr | Von Jakob Maurer</p>', authors: ['Jakob Maurer'] },
    { top: '<p>Autorin: Anja Neumann</p>', authors: ['Anja Neumann'] },
    { top: '<p>Verfasst von Robert Achterberg am 7. Dezember 2023</p>', authors: ['Robert Achterberg'] },
    { top: '<p>Geschrieben von: Prof. Dr. Georg Weiß</p>', authors: ['Georg Weiß'] },
    { top: '<p>Eine Kolumne von Emma Riedel</p>', authors: ['Emma Riedel'] },
    { end: '<p>Bericht: Jürgen Großmann</p>', authors: ['Jürgen Großmann'] },
    { end: '<p>Aus dem Englischen von Martin Brandt</p>', authors: [] },
    { top: '<p>Von unserer Redaktion</p>', authors: [] },
    { headline: 'Von Hand gegossen: Gärten von Weimar bis Wien', top: '<p>5. Mai 2024</p>', authors: [] },
    { top: '<p>Übersetzung: Emma Riedel</p>', authors: [] },
  ],
  imprints: [
    {
      heading: 'Impressum',
      html: '<p>Gartenblatt Verlag GmbH</p><p>Geschäftsführer: Peter Lohmann</p><p>E-Mail: info@gartenblatt-verlag.de</p>',
      people: [{ name: 'Peter Lohmann', role: 'founder' }],
      emails: ['info@gartenblatt-verlag.de'],
    },
    {
      heading: 'Impressum',
      html: '<p>Chefredakteurin: Helene Marx</p><p>helene.marx [at] marx-garten [punkt] de</p>',
      people: [{ name: 'Helene Marx', role: 'editor' }],
      emails: ['helene.marx@marx-garten.de'],
    },
    {
      heading: 'Unser Team',
      html: '<h3>Anja Neumann</h3><p>Leiterin Marketing</p><h3>Oliver Graf</h3><p>Redakteur</p><p><a href="mailto:team@gartenblatt-verlag.de">Schreiben Sie uns</a></p>',
      people: [
        { name: 'Anja Neumann', role: 'marketing' },
        { name: 'Oliver Graf', role: 'editor' },
      ],
      emails: ['team@gartenblatt-verlag.de'],
    },
    {
      heading: 'Impressum',
      html: '<p>Inhaberin: Laura Fink</p><p>Gartenweg 3, 99423 Weimar</p><p>Mail: laura(at)fink-garten.de</p>',
      people: [{ name: 'Laura Fink', role: 'founder' }],
      emails: ['laura@fink-garten.de'],
    },
  ],
};
