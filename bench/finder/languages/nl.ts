import type { PageSet } from './page-set.ts';

export const dutch: PageSet = {
  language: 'nl',
  site: 'Balkontuinblad',
  headline: 'Zo kweek je tomaten op een klein balkon',
  text: [
    'Tomaten hebben zon, water en een diepe pot nodig. Ligt het balkon op het zuiden, dan doen de meeste rassen het goed.',
    'Geef ’s ochtends water en nooit op het blad. Na een paar weken verschijnen de eerste bloemen.',
  ],
  menu: ['Voorpagina', 'Tuin', 'Recepten', 'Contact'],
  photoCredit: 'Foto: Maarten Roelofs',
  comment: '<b>Suzanne Blok</b> schreef:',
  related: 'Lees ook',
  articles: [
    { top: '<p>Door Helena Mulder</p>', authors: ['Helena Mulder'] },
    {
      top: '<span>Geplaatst op 3 maart 2024 door <a href="/author/pieter-lans/">Pieter Lans</a></span>',
      authors: ['Pieter Lans'],
    },
    { top: '<div>door dr. Anneke Noordman | 5 mei 2024</div>', authors: ['Anneke Noordman'] },
    { top: '<p>Tekst: Olaf Groen, foto’s: Maarten Roelofs</p>', authors: ['Olaf Groen'] },
    { top: '<p>Door Helena Mulder en Pieter Lans</p>', authors: ['Helena Mulder', 'Pieter Lans'] },
    { top: '<p>Geschreven door Femke van der Heijden</p>', authors: ['Femke van der Heijden'] },
    { end: '<div><h4>Over de auteur</h4><p>Laura Faber</p></div>', authors: ['Laura Faber'] },
    {
      end: '<div><img src="/l.jpg"><h4>Laura Faber</h4><p>Laura Faber is freelance journalist en tuiniert op haar dak.</p></div>',
      authors: ['Laura Faber'],
    },
    { top: '<p>Auteur: Joost ten Brink</p>', authors: ['Joost ten Brink'] },
    { top: '<p>Een column van Anneke Noordman</p>', authors: ['Anneke Noordman'] },
    { top: '<p>Gepubliceerd door Ruben de Wit op 7 december 2023</p>', authors: ['Ruben de Wit'] },
    { top: '<p>12 september 2023 • Door Joris in ’t Veld</p>', authors: ['Joris in ’t Veld'] },
    { top: '<p>Artikel van Emma Rietveld</p>', authors: ['Emma Rietveld'] },
    { end: '<p>Dit artikel is geschreven door Jolanda Groot</p>', authors: ['Jolanda Groot'] },
    { end: '<p>Vertaald door Maarten Roelofs</p>', authors: [] },
    { top: '<p>Door de redactie</p>', authors: [] },
    { headline: 'Door weer en wind: tuinen van Zeeland', top: '<p>5 mei 2024</p>', authors: [] },
    { top: '<p>Fotografie: Emma Rietveld</p>', authors: [] },
  ],
  imprints: [
    {
      heading: 'Colofon',
      html: '<p>Balkontuinblad B.V.</p><p>Hoofdredacteur: Helena Mulder</p><p>E-mail: info@balkontuinblad-uitgeverij.nl</p>',
      people: [{ name: 'Helena Mulder', role: 'editor' }],
      emails: ['info@balkontuinblad-uitgeverij.nl'],
    },
    {
      heading: 'Colofon',
      html: '<p>Uitgever: Pieter Lans</p><p>pieter.lans [apenstaartje] lans-tuin [punt] nl</p>',
      people: [{ name: 'Pieter Lans', role: 'editor' }],
      emails: ['pieter.lans@lans-tuin.nl'],
    },
    {
      heading: 'Wie zijn wij',
      html: '<h3>Anneke Noordman</h3><p>Marketingmanager</p><h3>Olaf Groen</h3><p>Eindredacteur</p><p><a href="mailto:team@balkontuinblad-uitgeverij.nl">Mail ons</a></p>',
      people: [
        { name: 'Anneke Noordman', role: 'marketing' },
        { name: 'Olaf Groen', role: 'editor' },
      ],
      emails: ['team@balkontuinblad-uitgeverij.nl'],
    },
    {
      heading: 'Juridische informatie',
      html: '<p>Eigenaar: Laura Faber</p><p>Tuinstraat 3, Utrecht</p><p>Mail: laura@faber-tuin.nl</p>',
      people: [{ name: 'Laura Faber', role: 'founder' }],
      emails: ['laura@faber-tuin.nl'],
    },
  ],
};
