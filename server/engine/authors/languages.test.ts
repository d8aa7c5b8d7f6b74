import { expect, test } from 'vitest';
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
