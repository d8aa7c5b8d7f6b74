/** The shape of screening until the leads are there. */
export function ScreeningSkeleton() {
  return (
    <div role="status" className="appear-late">
      <span className="sr-only">Loading…</span>
      <div className="skeleton mb-4 h-8 w-full" />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="skeleton aspect-16/10 w-full rounded-box" />
        <div className="space-y-4">
          <div className="skeleton h-7 w-full" />
          <div className="skeleton h-5 w-3/4" />
          <div className="skeleton h-24 w-full" />
          <div className="skeleton h-12 w-full" />
          <div className="skeleton h-12 w-full" />
        </div>
      </div>
    </div>
  );
}
