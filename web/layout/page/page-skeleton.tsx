/** What a page shows until it has loaded. Appears after a moment, so that a quick load does not flicker. */
export function PageSkeleton() {
  return (
    <div role="status" className="page-skeleton appear-late min-h-[60dvh]">
      <span className="sr-only">Loading…</span>
      <div className="skeleton h-8 w-48" />
      <div className="skeleton mt-3 h-4 w-80 max-w-full" />
      <div className="skeleton mt-6 h-56 w-full" />
    </div>
  );
}
