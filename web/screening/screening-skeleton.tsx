/** The shape of screening until the leads have loaded. */
export function ScreeningSkeleton() {
  return (
    <div role="status" className="appear-late">
      <span className="sr-only">Loading…</span>
      <div className="skeleton mb-3 h-6 w-full" />
      <div className="screening-stage">
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
