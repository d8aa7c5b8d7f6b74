import type { PageSet } from './page-set.ts';

export const portuguese: PageSet = {
  language: 'pt',
  site: 'Horta da Varanda',
  headline: 'Como cultivar tomates numa varanda pequena',
  text: [
    'Os tomates precisam de sol, água e um vaso bem fundo. Se a varanda está virada para o sul, a maioria das variedades cresce bem.',
    'Rega-se de manhã e nunca sobre as folhas. Depois de algumas semanas aparecem as primeiras flores.',
  ],
  menu: ['Início', 'Horta', 'Receitas', 'Contato'],
  photoCredit: 'Foto: Martim Rocha',
  comment: '<b>Susana Braga</b> disse:',
  related: 'Leia também',
  articles: [
    { top: '<p>Por Helena Marques</p>', authors: ['Helena Marques'] },
    {
      top: '<span>Publicado em 3 de março de 2024 por <a href="/author/pedro-lemos/">Pedro Lemos</a></span>',
      authors: ['Pedro Lemos'],
    },
    { top: '<div>Por Dra. Alice Nogueira | 5 de maio de 2024</div>', authors: ['Alice Nogueira'] },
    { top: '<p>Texto: Otávio Garcia. Fotos: Martim Rocha</p>', authors: ['Otávio Garcia'] },
    { top: '<p>Por Helena Marques e Pedro Lemos</p>', authors: ['Helena Marques', 'Pedro Lemos'] },
    { top: '<p>Escrito por Francisca dos Santos</p>', authors: ['Francisca dos Santos'] },
    { end: '<div><h4>Sobre a autora</h4><p>Laura Fonseca</p></div>', authors: ['Laura Fonseca'] },
    {
      end: '<div><img src="/l.jpg"><h4>Laura Fonseca</h4><p>Laura Fonseca é jornalista e cultiva no terraço de casa.</p></div>',
      authors: ['Laura Fonseca'],
    },
    { top: '<p>Reportagem: João Moreira Neto</p>', authors: ['João Moreira Neto'] },
    { top: '<p>Autora: Alice Nogueira</p>', authors: ['Alice Nogueira'] },
    { top: '<p>Postado por Roberto da Silva às 10:30</p>', authors: ['Roberto da Silva'] },
    { top: '<p>Texto de Jorge Vidal</p>', authors: ['Jorge Vidal'] },
    { top: '<p>12/09/2023 · Por Emília Reis</p>', authors: ['Emília Reis'] },
    { end: '<p>Artigo escrito por Júlia Guerra</p>', authors: ['Júlia Guerra'] },
    { end: '<p>Traduzido por Martim Rocha</p>', authors: [] },
    { top: '<p>Por Redação</p>', authors: [] },
    { headline: 'Por amor à horta: um passeio por Lisboa', top: '<p>5 de maio de 2024</p>', authors: [] },
    { top: '<p>Fotografia: Emília Reis</p>', authors: [] },
  ],
  imprints: [
    {
      heading: 'Ficha técnica',
      html: '<p>Horta da Varanda Lda.</p><p>Editora-chefe: Helena Marques</p><p>E-mail: geral@hortadavaranda-editora.pt</p>',
      people: [{ name: 'Helena Marques', role: 'editor' }],
      emails: ['geral@hortadavaranda-editora.pt'],
    },
    {
      heading: 'Expediente',
      html: '<p>Jornalista responsável: Otávio Garcia</p><p>otavio.garcia [arroba] garcia-horta [ponto] com [ponto] br</p>',
      people: [{ name: 'Otávio Garcia', role: 'content' }],
      emails: ['otavio.garcia@garcia-horta.com.br'],
    },
    {
      heading: 'Quem somos',
      html: '<h3>Alice Nogueira</h3><p>Gerente de marketing</p><h3>Júlia Guerra</h3><p>Redatora</p><p><a href="mailto:equipe@hortadavaranda-editora.pt">Fale conosco</a></p>',
      people: [
        { name: 'Alice Nogueira', role: 'marketing' },
        { name: 'Júlia Guerra', role: 'editor' },
      ],
      emails: ['equipe@hortadavaranda-editora.pt'],
    },
    {
      heading: 'Informações legais',
      html: '<p>Fundadora: Laura Fonseca</p><p>Rua da Horta 3, Porto</p><p>Correio eletrónico: laura@fonseca-horta.pt</p>',
      people: [{ name: 'Laura Fonseca', role: 'founder' }],
      emails: ['laura@fonseca-horta.pt'],
    },
  ],
};
