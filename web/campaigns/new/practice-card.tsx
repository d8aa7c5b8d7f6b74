import { FlaskConical } from 'lucide-react';

const keywords = ['Best Golf Courses In America', 'Managed WordPress Hosting'] as const;

/** Tells users that Zeus is searching a small practice web and what to try; how to leave it is for operators. */
export function PracticeCard({ onKeyword }: { onKeyword: (keyword: string) => void }) {
  return (
    <aside aria-labelledby="practice-title" className="card-surface p-5">
      <h2 id="practice-title" className="flex items-center gap-2.5 font-bold">
        <FlaskConical className="size-5 shrink-0" aria-hidden="true" />
        You are on the practice web
      </h2>
      <p className="mt-2 text-sm text-base-content/75">
        The sites, people and email addresses here are made up, so you can try every step without reaching a real
        person. Keywords that find a lot:
      </p>
      <ul className="mt-3 space-y-2">
        {keywords.map((keyword) => (
          <li key={keyword}>
            <button
              type="button"
              className="btn btn-plain btn-sm h-auto w-full justify-start py-2 text-left"
              onClick={() => onKeyword(keyword)}
            >
              {keyword}
            </button>
          </li>
        ))}
      </ul>
      <details className="mt-3 text-sm text-base-content/75">
        <summary className="quiet-link w-fit cursor-pointer py-1.5">For operators</summary>
        <p className="mt-1">
          To search the real web, add a search service’s API key to <code>.env</code> and restart Zeus. See{' '}
          <code>docs/going-live.md</code>.
        </p>
      </details>
    </aside>
  );
}
