import type { PageSet } from './page-set.ts';

export const italian: PageSet = {
  language: 'it',
  site: 'Orto in Terrazza',
  headline: 'Come coltivare pomodori su un piccolo balcone',
  text: [
    'I pomodori vogliono sole, acqua e un vaso abbastanza profondo. Se il balcone guarda a sud, quasi tutte le varietà crescono bene.',
    'Si annaffia al mattino e mai sulle foglie. Dopo qualche settimana spuntano i primi fiori.',
  ],
  menu: ['Home', 'Orto', 'Ricette', 'Contatti'],
  photoCredit: 'Foto di Martino Rolandi',
  comment: '<b>Susanna Bianchi</b> ha detto:',
  related: 'Potrebbe interessarti anche',
  articles: [
    { top: '<p>di Elena Marchetti</p>', authors: ['Elena Marchetti'] },
    {
      top: '<span>Pubblicato il 3 marzo 2024 da <a href="/author/pietro-longo/">Pietro Longo</a></span>',
      authors: ['Pietro Longo'],
    },
    { top: '<div>di Alice Normanni | 5 maggio 2024</div>', authors: ['Alice Normanni'] },
    { top: '<p>Testo: Osvaldo Grassi – Foto: Martino Rolandi</p>', authors: ['Osvaldo Grassi'] },
    { top: '<p>di Elena Marchetti e Pietro Longo</p>', authors: ['Elena Marchetti', 'Pietro Longo'] },
    { top: '<p>A cura di Francesca Della Valle</p>', authors: ['Francesca Della Valle'] },
    { end: '<div><h4>L’autrice</h4><p>Laura Fontana</p></div>', authors: ['Laura Fontana'] },
    {
      end: '<div><img src="/l.jpg"><h4>Laura Fontana</h4><p>Laura Fontana è giornalista e coltiva sul tetto di casa.</p></div>',
      authors: ['Laura Fontana'],
    },
    { top: '<p>Scritto da Giacomo Merlini</p>', authors: ['Giacomo Merlini'] },
    { top: '<p>Autore: Dott. Aldo Nardi</p>', authors: ['Aldo Nardi'] },
    { top: '<p>Articolo di Roberto D’Angelo</p>', authors: ['Roberto D’Angelo'] },
    { top: '<p>Intervista di Giorgio Valli</p>', authors: ['Giorgio Valli'] },
    { top: '<p>12 settembre 2023 – di Emilia Ricci</p>', authors: ['Emilia Ricci'] },
    { end: '<div><h4>Informazioni sull’autore</h4><p>Giulio Grandi</p></div>', authors: ['Giulio Grandi'] },
    { end: '<p>Traduzione di Martino Rolandi</p>', authors: [] },
    { top: '<p>a cura della redazione</p>', authors: [] },
    { headline: 'Di pomodori e di basilico: orti da scoprire', top: '<p>5 maggio 2024</p>', authors: [] },
    { top: '<p>Fotografie di Emilia Ricci</p>', authors: [] },
  ],
  imprints: [
    {
      heading: 'Note legali',
      html: '<p>Orto in Terrazza S.r.l.</p><p>Direttore responsabile: Pietro Longo</p><p>E-mail: info@ortointerrazza-editore.it</p>',
      people: [{ name: 'Pietro Longo', role: 'editor' }],
      emails: ['info@ortointerrazza-editore.it'],
    },
    {
      heading: 'Note legali',
      html: '<p>Titolare: Elena Marchetti</p><p>elena.marchetti [chiocciola] marchetti-orto [punto] it</p>',
      people: [{ name: 'Elena Marchetti', role: 'founder' }],
      emails: ['elena.marchetti@marchetti-orto.it'],
    },
    {
      heading: 'Chi siamo',
      html: '<h3>Alice Normanni</h3><p>Responsabile marketing</p><h3>Osvaldo Grassi</h3><p>Redattore</p><p><a href="mailto:redazione@ortointerrazza-editore.it">Scrivici</a></p>',
      people: [
        { name: 'Alice Normanni', role: 'marketing' },
        { name: 'Osvaldo Grassi', role: 'editor' },
      ],
      emails: ['redazione@ortointerrazza-editore.it'],
    },
    {
      heading: 'Informazioni legali',
      html: '<p>Amministratrice delegata: Laura Fontana</p><p>Via dell’Orto 3, Bologna</p><p>Posta elettronica: laura@fontana-orto.it</p>',
      people: [{ name: 'Laura Fontana', role: 'founder' }],
      emails: ['laura@fontana-orto.it'],
    },
  ],
};
