import { expect, test } from 'vitest';
import { roleOf } from './roles.ts';

test.each([
  [
    'editor',
    'Editor in Chief',
    'Chefredakteurin',
    'Rédactrice en chef',
    'Redactor jefe',
    'Direttore responsabile',
    'Editora-chefe',
    'Hoofdredacteur',
    'Redaktor naczelna',
    'Главный редактор',
    '編集長',
    '主编',
    'Founder & Editor',
  ],
  [
    'content',
    'Head of Content',
    'Staff Writer',
    'Journalistin',
    'Responsable des contenus',
    'Periodista',
    'Giornalista',
    'Jornalista',
    'Tekstschrijver',
    'Dziennikarka',
    'Журналист',
    'ライター',
    '内容总监',
  ],
  [
    'seo',
    'SEO Manager',
    'Suchmaschinenoptimierung',
    'Responsable référencement',
    'Especialista SEO',
    'Specjalista ds. SEO',
    'SEO-специалист',
    'SEO担当',
    '搜索引擎优化主管',
  ],
  [
    'marketing',
    'Marketing Manager',
    'Leiter Öffentlichkeitsarbeit',
    'Directrice de la communication',
    'Jefe de comunicación',
    'Ufficio stampa',
    'Gerente de comunicação',
    'Hoofd communicatie',
    'Kierownik marketingu',
    'Директор по маркетингу',
    '広報部長',
    '市场总监',
    'Chief Marketing Officer',
  ],
  [
    'founder',
    'Co-founder',
    'Owner',
    'CEO',
    'Geschäftsführer',
    'Fondatrice',
    'Fundadora',
    'Titolare',
    'Proprietário',
    'Eigenaar',
    'Właściciel',
    'Генеральный директор',
    '代表取締役',
    '创始人',
  ],
])('%s', (role, ...positions) => {
  expect(positions.map((position) => [position, roleOf(position)])).toEqual(positions.map((one) => [one, role]));
});

test('other positions have no role', () => {
  const others = [
    'Software Engineer',
    'Head Roaster',
    'Vice President',
    'Buchhalter',
    '',
    null,
    'Authorized dealer',
    'Prince',
  ];
  expect(others.map(roleOf)).toEqual(others.map(() => null));
});
