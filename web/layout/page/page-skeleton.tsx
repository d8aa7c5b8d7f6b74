/** What a page shows until it is there. Appears after a moment only, so that a quick load does not flicker. */
export function PageSkeleton() {
  return (
    <div role="status" className="appear-late min-h-[60dvh]">
      <span className="sr-only">Loading…</span>
      <div className="skeleton h-10 w-56" />
      <div className="skeleton mt-4 h-5 w-80 max-w-full" />
      <div className="skeleton mt-10 h-56 w-full" />
    </div>
  );
}
