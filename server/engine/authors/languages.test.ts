import { describe, expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import { findAuthors } from './find-authors.ts';

const names = (body: string) =>
  findAuthors(
    readPage(
      `<html><head><title>Coffee at home</title><meta property="og:type" content="article"></head><body><h1>Coffee at home</h1>${body}<p>Text.</p></body></html>`,
      'https://coffee.test/2024/03/coffee-at-home/',
    ),
  ).map(({ name }) => name);

test.each([
  ['en', 'Written by Jane Doe', 'Author', 'Jane Doe'],
  ['de', 'Von Jana Weber', 'Autorin', 'Jana Weber'],
  ['de', 'Ein Beitrag von Jana Weber', 'Über die Autorin', 'Jana Weber'],
  ['fr', 'Par Émilie Durand', 'Auteur', 'Émilie Durand'],
  ['fr', 'Rédigé par Émilie Durand', 'À propos de l’autrice', 'Émilie Durand'],
  ['es', 'Por Lucía Fernández', 'Autora', 'Lucía Fernández'],
  ['es', 'Escrito por Lucía Fernández', 'Sobre la autora', 'Lucía Fernández'],
  ['it', 'A cura di Marco Bianchi', 'Autore', 'Marco Bianchi'],
  ['it', 'Articolo di Marco Bianchi', 'L’autore', 'Marco Bianchi'],
  ['pt', 'Publicado por João Silva', 'Sobre o autor', 'João Silva'],
  ['pt', 'Texto: João Silva', 'Autor', 'João Silva'],
  ['nl', 'Door Pieter de Vries', 'Auteur', 'Pieter de Vries'],
  ['nl', 'Geschreven door Pieter de Vries', 'Over de auteur', 'Pieter de Vries'],
  ['pl', 'Autor: Anna Kowalska', 'Autorka', 'Anna Kowalska'],
  ['pl', 'Opracowanie: Anna Kowalska', 'O autorce', 'Anna Kowalska'],
  ['ru', 'Автор: Иван Петров', 'Автор', 'Иван Петров'],
  ['ru', 'Текст: Иван Петров', 'Об авторе', 'Иван Петров'],
  ['ja', '文：山田太郎', '著者', '山田太郎'],
  ['ja', '取材・文：山田太郎', 'この記事を書いた人', '山田太郎'],
  ['zh', '作者：张伟', '作者', '张伟'],
  ['zh', '文／李晓明', '作者简介', '李晓明'],
])('%s: %s; under %s', (_, byline, label, name) => {
  expect(names(`<p>${byline}</p>`)).toEqual([name]);
  expect(names(`<h4>${label}</h4><p>${name}</p>`)).toEqual([name]);
});

test.each([
  '编辑：新闻中心',
  '責任編集：編集部',
  'Перевод: Иван Петров',
  'Traduction : Émilie Durand',
  'Tłumaczenie: Anna Kowalska',
])('no author: %s', (line) => expect(names(`<p>${line}</p>`)).toEqual([]));

const inLanguage = (lang: string, byline: string) =>
  findAuthors(
    readPage(
      `<html lang="${lang}"><head><title>Coffee at home</title><meta property="og:type" content="article"></head><body><h1>Coffee at home</h1>${byline}<p>Text.</p></body></html>`,
      'https://coffee.test/2024/03/coffee-at-home/',
    ),
  ).map(({ name }) => name);

test.each([
  ['de', '<p>Bericht: Jana Weber</p>', ['Jana Weber']],
  ['de', '<p>Text</p><h4>Jana Weber</h4><p>Jana Weber ist freie Journalistin und lebt in Weimar.</p>', ['Jana Weber']],
  ['fr', '<p>Par le Dr Alice Durand, le 5 mai 2024</p>', ['Alice Durand']],
  ['fr', '<p>Un article de Georges Durand</p>', ['Georges Durand']],
  ['fr', '<p>Article rédigé par Mme Jeanne Durand</p>', ['Jeanne Durand']],
  ['es', '<p>Por la Dra. Alicia Navarro | 5 de mayo de 2024</p>', ['Alicia Navarro']],
  ['es', '<p>Escrito por Francisca de los Ríos</p>', ['Francisca de los Ríos']],
  ['es', '<p>Artículo escrito por Julia Navarro</p>', ['Julia Navarro']],
  ['es', '<p>Entrevista de Jorge Navarro</p>', ['Jorge Navarro']],
  ['it', '<p>di Elena Rossi</p>', ['Elena Rossi']],
  ['it', '<p>di Elena Rossi e Marco Bianchi</p>', ['Elena Rossi', 'Marco Bianchi']],
  ['it', '<p>12 settembre 2023 – di Elena Rossi</p>', ['Elena Rossi']],
  ['it', '<h4>Informazioni sull’autore</h4><p>Marco Bianchi</p>', ['Marco Bianchi']],
  ['pt', '<p>Postado por Roberto da Silva às 10:30</p>', ['Roberto da Silva']],
  ['pt', '<p>Reportagem: João Moreira</p>', ['João Moreira']],
  ['pt', '<p>Laura Moreira é jornalista e vive no Porto com a família.</p>', ['Laura Moreira']],
  ['nl', '<p>Een column van Anneke de Vries</p>', ['Anneke de Vries']],
  ['nl', '<p>Gepubliceerd door Ruben de Wit op 7 december 2023</p>', ['Ruben de Wit']],
  ['nl', '<p>Dit artikel is geschreven door Jolanda de Vries</p>', ['Jolanda de Vries']],
  ['pl', '<p>Rozmawiał Jakub Kowalski</p>', ['Jakub Kowalski']],
  ['pl', '<p>Przygotowała Julia Kowalska</p>', ['Julia Kowalska']],
  ['pl', '<p>12 września 2023, Grzegorz Kowalski</p>', ['Grzegorz Kowalski']],
  ['pl', '<p>Laura Kowalska jest dziennikarką i mieszka w Krakowie.</p>', ['Laura Kowalska']],
  ['ru', '<p>Беседовал Иван Петров</p>', ['Иван Петров']],
  ['ru', '<p>Материал подготовила Анна Петрова</p>', ['Анна Петрова']],
  ['ru', '<p>12 сентября 2023 | Автор Иван Петров</p>', ['Иван Петров']],
  ['ru', '<p>Иван Петров, 5 мая 2024</p>', ['Иван Петров']],
  ['ja', '<p>文／小林翔太　写真／森田誠</p>', ['小林翔太']],
  ['ja', '<p>（文・橋本剛）</p>', ['橋本剛']],
  ['ja', '<p>（文・橋本　剛）</p>', ['橋本 剛']],
  ['ja', '<p>文・清水 はるか　写真・森田 誠</p>', ['清水 はるか']],
  ['ja', '<p>2023年9月12日　記者　清水亮</p>', ['清水亮']],
  ['ja', '<p>2023年9月12日　記者　清水　亮</p>', ['清水 亮']],
  ['ja', '<p>2023年9月12日　記者　佐々木　亮</p>', ['佐々木 亮']],
  ['ja', '<p>文・山田花子 写真 森田 誠</p>', ['山田花子']],
  ['ja', '<p>文 山田太郎</p>', ['山田太郎']],
  ['ja', '<p>取材・文 山田 太郎</p>', ['山田 太郎']],
  ['ja', '<p>取材・文　佐々木 はるか　写真　森田 誠</p>', ['佐々木 はるか']],
  ['ja', '<p>ライター 山田太郎</p>', ['山田太郎']],
  ['ja', '<p>執筆　清水亮（コーヒー店主）</p>', ['清水亮']],
  ['zh', '<p>2023年9月12日　记者　王伟　报道</p>', ['王伟']],
  ['ja', '<h4>著者プロフィール</h4><p>山本 大輔（やまもと だいすけ）</p>', ['山本 大輔']],
  ['zh', '<p>2024年3月3日 作者：李伟 来源：咖啡网</p>', ['李伟']],
  ['zh', '<p>2023-09-12 10:30　记者 朱海涛 报道</p>', ['朱海涛']],
  ['zh', '<p>撰稿人：胡静怡</p>', ['胡静怡']],
  ['ko', '<p>김민수 기자</p>', ['김민수']],
  ['ko', '<p>김민수기자 | 입력 2024.03.03</p>', ['김민수']],
  ['ko', '<p>이영희 기자 younghee@coffee.co.kr</p>', ['이영희']],
  ['ko', '<p class="byline">김민수 기자</p>', ['김민수']],
  ['ko', '<p>이진국 기자</p>', ['이진국']],
  ['ko', '<p>최지원 기자</p>', ['최지원']],
  ['ko', '<p>김민수 기자</p><p>이영희 기자</p>', ['김민수', '이영희']],
])('%s: %s', (lang, byline, authors) => expect(inLanguage(lang, byline)).toEqual(authors));

test.each([
  ['en', '<p>di Elena Rossi</p>'],
  ['it', '<p>Di Nuovo Insieme</p>'],
  ['ru', '<p>Автор: Редакция</p>'],
  ['ru', '<p>Подготовила редакция</p>'],
  ['ja', '<p>文・写真</p>'],
  ['ja', '<p>文 写真 編集部</p>'],
  ['ja', '<p>文 山田</p>'],
  ['ja', '<p>文 千葉県</p>'],
  ['ja', '<p>執筆 宮崎大学</p>'],
  ['ja', '<p>ライター 募集中</p>'],
  ['ja', '<p>ライター 中村さんに聞いた</p>'],
  ['ja', '<p>文 中野に住む人々の話</p>'],
  ['ja', '<p>文 佐藤 写真 森田</p>'],
  ['ja', '<p>執筆 小林製薬</p>'],
  ['ja', '<p>文 上野公園</p>'],
  ['ja', '<p>文 中野駅前</p>'],
  ['ja', '<p>文 千葉県内 写真 森田</p>'],
  ['ja', '<p>文 宮崎 大学</p>'],
  ['ja', '<p>執筆 田中 先生</p>'],
  ['ja', '<p>ライター 田中 募集中</p>'],
  ['ja', '<p>文 山田 のブログ</p>'],
  ['zh', '<p>2024年3月3日 作者：编辑部 来源：咖啡网</p>'],
  ['nl', '<p>Geschreven door de redactie op 7 december 2023</p>'],
  ['ko', '<p>시민 기자</p>'],
  ['ko', '<p class="byline">취재 기자</p>'],
  ['ko', '<p class="byline">정치부 기자</p>'],
  ['ko', '<p>한겨레 기자</p>'],
  ['ko', '<p>어린이 기자</p>'],
  ['ko', '<p>방송사 기자</p>'],
  ['ko', '<p>오늘의 기자</p>'],
  ['ko', '<p>최우수 기자</p>'],
  ['ko', '<p>방송국 기자</p>'],
  ['ko', '<p>전문지 기자</p>'],
  ['ko', '<p>정치인 기자</p>'],
  ['ko', '<p class="byline">전문가 기자</p>'],
  ['ko', '<p>공무원 기자</p>'],
  ['ko', '<p>제주도 기자</p>'],
  ['ko', '<p>김민수 기자가 어제 말했다</p>'],
  ['ko', '<p>김민수 기자 등 세 명이 갔다</p>'],
])('no author, %s: %s', (lang, line) => expect(inLanguage(lang, line)).toEqual([]));

describe('a Korean list of other articles', () => {
  const lists = [
    '<aside><ul><li>원두 고르기</li><li>이영희 기자</li><li>물 온도</li><li>박지훈 기자</li></ul></aside>',
    '<div><dl><dt>원두 고르기</dt><dd>이영희 기자</dd><dt>물 온도</dt><dd>박지훈 기자</dd></dl></div>',
    '<div><dl><dd>이영희 기자</dd><dd>박지훈 기자</dd></dl></div>',
  ];
  const cases = lists.flatMap((list) => [5, 12, 40].map((paragraphs) => ({ list, paragraphs })));
  const article = (byline: string, paragraphs: number, end = '') =>
    `<article>${byline}${'<p>커피를 내리는 방법을 알아본다.</p>'.repeat(paragraphs)}${end}</article>`;

  test.each(cases)('after $paragraphs paragraphs: $list', ({ list, paragraphs }) => {
    expect(inLanguage('ko', article('<p>김민수 기자</p>', paragraphs) + list)).toEqual(['김민수']);
    expect(inLanguage('ko', article('', paragraphs) + list)).toEqual([]);
  });

  test('a byline with an address at the end of the article', () => {
    const page = article('', 12, '<p>김민수 기자 minsu@coffee.co.kr</p>');
    expect(inLanguage('ko', page + lists[1])).toEqual(['김민수']);
  });
});
