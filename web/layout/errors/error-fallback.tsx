// What replaces a view that failed. It may be outside the router, so its links are plain ones.
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';

interface ErrorFallbackProps {
  error: unknown;
  componentStack: string | null;
}

export function ErrorFallback({ error, componentStack }: ErrorFallbackProps) {
  useEffect(() => {
    document.title = 'An Error Occurred · Zeus';
  }, []);
  return (
    <section role="alert" className="mx-auto w-full max-w-3xl py-4">
      <h1 className="page-title">An Error Occurred</h1>
      <p className="mt-2 text-base-content/75">
        This page could not be shown. Your campaigns and credits are safe. Reload the page; if it happens again, send us
        the text below.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          <RotateCw className="size-4" aria-hidden="true" />
          Reload page
        </button>
        <a href={paths.dashboard()} className="btn btn-plain">
          Back to campaigns
        </a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard */}
      <pre tabIndex={0} className="card-surface mt-8 max-h-96 overflow-auto p-5 font-mono text-sm whitespace-pre-wrap">
        {String(error)}
        {componentStack}
      </pre>
    </section>
  );
}
