// Pages and icons designed to keep us busy. A pattern that backtracks would take minutes for each, and run into the test's time
// limit.
import { expect, test } from 'vitest';
import { manifestIn } from './named-icons.ts';
import { isSafeSvg } from './safe-svg.ts';

const many = 50_000;

test.each([
  ['tags that never end', '<link '.repeat(many)],
  ['one tag that never ends', `<link ${'rel=manifest '.repeat(many / 3)}`],
  ['many tags', '<link rel=icon href=x>'.repeat(many / 5)],
])('%s', (_name, html) => {
  expect(manifestIn(html, 'https://zeus.example/')).toBeNull();
});

test('finds the manifest among other links', () => {
  const html = '<link rel="icon" href="/i.png"><link href="/site.webmanifest" rel="manifest">';
  expect(manifestIn(html, 'https://zeus.example/a/b')).toBe('https://zeus.example/site.webmanifest');
});

test.each([
  ['spaces behind url(', `<svg><style>a{fill:url(${' '.repeat(4 * many - 100)}`],
  ['spaces behind href=', `<svg><a href=${' '.repeat(4 * many - 100)}`],
  ['many handlers that are none', '<svg onx'.repeat(many / 2)],
  ['many brackets', '<'.repeat(4 * many)],
])('a drawing with %s', (_name, svg) => {
  expect(typeof isSafeSvg(svg)).toBe('boolean');
});
