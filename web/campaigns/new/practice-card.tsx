import { FlaskConical } from 'lucide-react';

const keywords = ['Best Golf Courses In America', 'Managed WordPress Hosting'] as const;

/** Says that the web Zeus searches is a small one, what can be found there, and how to leave it. */
export function PracticeCard({ onKeyword }: { onKeyword: (keyword: string) => void }) {
  return (
    <aside aria-labelledby="practice-title" className="card-surface p-5">
      <h2 id="practice-title" className="flex items-center gap-2.5 font-bold">
        <FlaskConical className="size-5 shrink-0" aria-hidden="true" />
        You are on the practice web
      </h2>
      <p className="mt-2 text-sm text-base-content/75">
        Zeus works on a small internet of its own on this machine: real pages, real searches, nobody is written to.
        Keywords to try:
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
      <p className="mt-3 text-sm text-base-content/75">
        To leave it, set <code>PRACTICE=off</code> in <code>.env</code>, fill the link index with{' '}
        <code>npm run crawl-once</code>, and start Zeus again.
      </p>
    </aside>
  );
}
