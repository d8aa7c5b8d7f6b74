import { expect, test } from 'vitest';
import { oldestBrowsers } from '../vite.config.ts';
import { missingFeatures } from './compat/features.ts';
import { judgeBuild } from './compat/judge-build.ts';

const missing = missingFeatures(oldestBrowsers);
const judge = (fileName: string, source: string, exceptions = {}) =>
  judgeBuild(new Map([[fileName, source]]), missing, exceptions);

test.each([
  ['URL.parse', 'const url=URL.parse(text)'],
  ['URL.canParse', 'URL.canParse(text)&&open(text)'],
  ['Promise.withResolvers', 'const {promise:p}=Promise.withResolvers()'],
  ['AbortSignal.any', 'fetch(url,{signal:AbortSignal.any([a,b])})'],
  ['CloseWatcher', 'new CloseWatcher'],
  ['showPopover', 'box.current?.showPopover()'],
  ['isSubsetOf', 'one.isSubsetOf(other)'],
  ['popover', 'h(`div`,{popover:`auto`})'],
  [':popover-open', 'document.querySelector(`dialog[open], .menu-box:popover-open`)'],
])('a script may not use %s', (name, source) => {
  expect(judge('a.js', source)).toEqual([`a.js uses ${name}, which a supported browser lacks`]);
});

test.each([
  ['text-wrap', 'h1{color:red;text-wrap:balance}'],
  ['@starting-style', '@starting-style{dialog{opacity:0}}'],
  [':popover-open', '.menu:popover-open>b{color:red}'],
  ['light-dark()', 'b{color:light-dark(#000,#fff)}'],
])('styles may not use %s', (name, source) => {
  expect(judge('a.css', source)).toEqual([`a.css uses ${name}, which a supported browser lacks`]);
});

test.each([
  ['a.js', 'new URL(text,base);Promise.all([a.at(-1),b.flat(),structuredClone(c)]);crypto.subtle'],
  // Tested for first, and names defined by others.
  [
    'a.js',
    'typeof CloseWatcher===`function`&&new CloseWatcher;box.showPopover?.();schema.parse(text);my.URL.parse(text)',
  ],
  ['a.js', '`Note: two words`;`https://popover-open`;`md:left-2`'],
  ['a.css', '.a\\:popover-open{color:oklch(0 0 0)}.b{background:url(a.svg#:popover-open);content:":popover-open"}'],
])('%s may say %s', (fileName, source) => {
  expect(judge(fileName, source)).toEqual([]);
});

test('an exception covers a use, and must be needed', () => {
  expect(judge('a.js', 'URL.parse(text)', { 'URL.parse': 'a reason' })).toEqual([]);
  expect(judge('a.js', '', { 'URL.parse': 'a reason' })).toEqual([
    'scripts/compat/exceptions.ts allows URL.parse, which nothing uses',
  ]);
});
