import { expect, test } from 'vitest';
import changelog from '../../CHANGELOG.md?raw';
import { readChangelog } from './read-changelog.ts';

test('returns released items with their date, newest first; nothing unreleased, nothing without a title or below a further heading', () => {
  const text = `# Changelog

## Unreleased

- **Secret.** Not yet.

## 0.2.0 (2026-11-15)

- **Screens.** Every page,
  light and dark.
- A line for developers.
- **Lists.** Sorted.

### For operators

- **Stop Zeus.** Then start it.

## 0.1.0 (2026-10-01)

- **Accounts.** Sign up.
`;
  expect(readChangelog(text)).toEqual([
    { title: 'Screens', text: 'Every page, light and dark.', date: '2026-11-15' },
    { title: 'Lists', text: 'Sorted.', date: '2026-11-15' },
    { title: 'Accounts', text: 'Sign up.', date: '2026-10-01' },
  ]);
});

test('our own changelog can be parsed: each release has items', () => {
  const releases = changelog.match(/^## \d/gm)?.length ?? 0;
  const dates = new Set(readChangelog(changelog).map(({ date }) => date));
  expect(releases > 0 ? dates.size : 0).toBe(releases);
});
