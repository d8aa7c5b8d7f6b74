import type { PageSet } from './page-set.ts';

export const polish: PageSet = {
  language: 'pl',
  site: 'Ogród na Balkonie',
  headline: 'Jak uprawiać pomidory na małym balkonie',
  text: [
    'Pomidory potrzebują słońca, wody i dość głębokiej donicy. Na balkonie od południa większość odmian rośnie dobrze.',
    'Podlewamy rano i nigdy po liściach. Po kilku tygodniach pojawiają się pierwsze kwiaty.',
  ],
  menu: ['Strona główna', 'Ogród', 'Przepisy', 'Kontakt'],
  photoCredit: 'Fot. Marcin Rogalski',
  comment: '<b>Zuzanna Bielak</b> pisze:',
  related: 'Zobacz także',
  articles: [
    { top: '<p>Autor: Helena Marczak</p>', authors: ['Helena Marczak'] },
    {
      top: '<span>Opublikowano 3 marca 2024 przez <a href="/author/piotr-lis/">Piotr Lis</a></span>',
      authors: ['Piotr Lis'],
    },
    { top: '<div>dr Alicja Nowicka | 5 maja 2024</div>', authors: ['Alicja Nowicka'] },
    { top: '<p>Tekst: Olgierd Górski, zdjęcia: Marcin Rogalski</p>', authors: ['Olgierd Górski'] },
    { top: '<p>Autorzy: Helena Marczak i Piotr Lis</p>', authors: ['Helena Marczak', 'Piotr Lis'] },
    { top: '<p>Napisała: Franciszka Wilk-Kowalczyk</p>', authors: ['Franciszka Wilk-Kowalczyk'] },
    { end: '<div><h4>O autorce</h4><p>Laura Fijałkowska</p></div>', authors: ['Laura Fijałkowska'] },
    {
      end: '<div><img src="/l.jpg"><h4>Laura Fijałkowska</h4><p>Laura Fijałkowska jest dziennikarką i uprawia warzywa na dachu.</p></div>',
      authors: ['Laura Fijałkowska'],
    },
    { top: '<p>Rozmawiał Jakub Mazur</p>', authors: ['Jakub Mazur'] },
    { top: '<p>Autorka: Alicja Nowicka</p>', authors: ['Alicja Nowicka'] },
    { top: '<p>Opracowanie: Robert Achtel</p>', authors: ['Robert Achtel'] },
    { top: '<p>12 września 2023, Grzegorz Wilk</p>', authors: ['Grzegorz Wilk'] },
    { top: '<p>Dodane przez Emilia Reszka, 7 grudnia 2023</p>', authors: ['Emilia Reszka'] },
    { end: '<p>Przygotowała Julia Góra</p>', authors: ['Julia Góra'] },
    { end: '<p>Tłumaczenie: Marcin Rogalski</p>', authors: [] },
    { top: '<p>Autor: Redakcja</p>', authors: [] },
    { headline: 'Przez ogród do domu: spacer po Krakowie', top: '<p>5 maja 2024</p>', authors: [] },
    { top: '<p>Zdjęcia: Emilia Reszka</p>', authors: [] },
  ],
  imprints: [
    {
      heading: 'Stopka redakcyjna',
      html: '<p>Ogród na Balkonie sp. z o.o.</p><p>Redaktor naczelna: Helena Marczak</p><p>E-mail: redakcja@ogrodnabalkonie-wydawca.pl</p>',
      people: [{ name: 'Helena Marczak', role: 'editor' }],
      emails: ['redakcja@ogrodnabalkonie-wydawca.pl'],
    },
    {
      heading: 'Kontakt',
      html: '<p>Wydawca: Piotr Lis</p><p>piotr.lis [małpa] lis-ogrod [kropka] pl</p>',
      people: [{ name: 'Piotr Lis', role: 'editor' }],
      emails: ['piotr.lis@lis-ogrod.pl'],
    },
    {
      heading: 'Nasz zespół',
      html: '<h3>Alicja Nowicka</h3><p>Kierownik marketingu</p><h3>Olgierd Górski</h3><p>Redaktor</p><p><a href="mailto:zespol@ogrodnabalkonie-wydawca.pl">Napisz do nas</a></p>',
      people: [
        { name: 'Alicja Nowicka', role: 'marketing' },
        { name: 'Olgierd Górski', role: 'editor' },
      ],
      emails: ['zespol@ogrodnabalkonie-wydawca.pl'],
    },
    {
      heading: 'Informacje prawne',
      html: '<p>Właścicielka: Laura Fijałkowska</p><p>ul. Ogrodowa 3, Kraków</p><p>Adres e-mail: laura@fijalkowska-ogrod.pl</p>',
      people: [{ name: 'Laura Fijałkowska', role: 'founder' }],
      emails: ['laura@fijalkowska-ogrod.pl'],
    },
  ],
};
