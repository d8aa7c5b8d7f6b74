/** Turns while something is under way; the words beside it say what. Size and color are classes. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <span className={`spinner ${className}`} aria-hidden="true" />;
}
