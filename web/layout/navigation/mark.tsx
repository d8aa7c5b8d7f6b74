/** The lightning mark: a bolt that is also a Z, in the color of the surrounding text. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="currentColor" aria-hidden="true">
      <path d="M9 6h16l-7 8.6h6.2L9.6 27l4.2-9.4H7.6L14.4 9.6H9z" />
    </svg>
  );
}

/** The mark on its tile with the name next to it. */
export function Logo() {
  return (
    <span className="flex items-center gap-2.5">
      <span className="grid size-8 place-items-center rounded-[0.55rem] bg-[oklch(0.245_0.026_268)] text-primary dark:bg-base-300">
        <Mark className="size-6" />
      </span>
      <span className="text-lg font-bold tracking-tight">Zeus</span>
    </span>
  );
}
