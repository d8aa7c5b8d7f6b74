import { type LucideIcon, Search, WandSparkles } from 'lucide-react';
import type { Source } from './campaign-form.ts';

const sources: readonly { source: Source; icon: LucideIcon; title: string; text: string }[] = [
  {
    source: 'organic',
    icon: Search,
    title: 'Organic Search (Google)',
    text: 'Zeus looks up the pages that rank for your keyword. You pick some, and Zeus finds who links to them.',
  },
  {
    source: 'magic',
    icon: WandSparkles,
    title: 'Magic Search',
    text: 'Zeus searches a live backlink database for pages about your keyword.',
  },
];

/** Two large choices, one of them selected. */
export function SourceChoice({ value, onChange }: { value: Source; onChange: (source: Source) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Where should backlinks come from?</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {sources.map(({ source, icon: Icon, title, text }) => (
          <label key={source} className="source-card">
            <input
              type="radio"
              name="source"
              value={source}
              checked={value === source}
              onChange={() => onChange(source)}
              className="sr-only"
            />
            <span className="flex items-center gap-2.5 font-bold">
              <Icon className="size-5 shrink-0" aria-hidden="true" />
              {title}
            </span>
            <span className="mt-1.5 block text-sm text-base-content/75">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
