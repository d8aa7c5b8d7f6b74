// Reads the released items from CHANGELOG.md: `## 0.2.0 (2026-11-15)` starts a release, `- **Title.** Text` is an item.
// Unreleased items, lines without a title and those below a further heading are not shown to users.
export interface ReleasedItem {
  readonly title: string;
  readonly text: string;
  /** When it was released; unknown for the oldest. */
  readonly date?: string;
}

const release = /^## \S+ \((\d{4}-\d{2}-\d{2})\)\s*$/;
const item = /^- \*\*(.+?)\.?\*\*\s*(.*)$/s;

export function readChangelog(text: string): ReleasedItem[] {
  const sections = text.split(/^(?=## )/m);
  return sections.flatMap((section) => {
    const [news = ''] = section.split(/^#{3,} /m);
    const [heading = '', ...lines] = news.split('\n');
    const date = release.exec(heading)?.[1];
    return date ? itemsOf(lines.join('\n')).map((found) => ({ ...found, date })) : [];
  });
}

function itemsOf(body: string): ReleasedItem[] {
  return body.split(/^(?=- )/m).flatMap((entry) => {
    const [, title, words] = item.exec(entry.trim()) ?? [];
    return title ? [{ title, text: (words ?? '').replace(/\s+/g, ' ') }] : [];
  });
}
