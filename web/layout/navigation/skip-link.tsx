export const mainId = 'main';

/** The first tab stop on every page. */
export function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className="btn btn-neutral btn-sm fixed top-3 left-3 z-50 -translate-y-20 focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
