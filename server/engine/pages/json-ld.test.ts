import { expect, test } from 'vitest';
import { readJsonLd, resolveNode } from './json-ld.ts';

test('flattens graphs and keeps the path of every node', () => {
  const data = readJsonLd([
    '{"@graph":[{"@type":"Article","author":{"@type":"Person","name":"A"}},{"@type":["WebPage"]}]}',
  ]);
  expect(data.nodes.map((one) => [one.types[0], one.path])).toEqual([
    ['article', []],
    ['person', ['author']],
    ['webpage', []],
  ]);
});

test('resolves @id to the fuller node', () => {
  const data = readJsonLd(['[{"@type":"Article","author":{"@id":"#1"}},{"@type":"Person","@id":"#1","name":"Jane"}]']);
  expect(resolveNode(data, { '@id': '#1' }).name).toBe('Jane');
});

test.each([
  ['raw line breaks', '{"@type":"Article","name":"two\nlines"}'],
  ['trailing commas', '{"@type":"Article","name":"x",}'],
  ['comment wrapping', '<!-- {"@type":"Article","name":"x"} -->'],
  ['CDATA wrapping', '/* <![CDATA[ */ {"@type":"Article","name":"x"} /* ]]> */'],
  ['bad escapes', '{"@type":"Article","name":"it\\\'s"}'],
  ['several objects', '{"@type":"Article","name":"x"} {"@type":"Person","name":"y"}'],
])('reads blocks with %s', (_, block) => {
  expect(readJsonLd([block]).nodes[0]?.types).toEqual(['article']);
});

test('skips what cannot be parsed', () => {
  expect(readJsonLd(['{broken', '']).nodes).toEqual([]);
});
