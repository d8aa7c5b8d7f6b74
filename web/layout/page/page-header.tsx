// The header of a page: its title on screen and in the browser tab. After navigation inside the app the heading takes the
// focus, so that a screen reader announces it; a field that took the focus before keeps it.
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface PageHeaderProps {
  title: string;
  /** The title in the browser tab, if different. */
  tabTitle?: string;
  /** The campaign's progress, above the title. */
  steps?: ReactNode;
  intro?: ReactNode;
  actions?: ReactNode;
  centered?: boolean;
  /** Takes the focus even on the first page, because it replaces another view there. */
  replaces?: boolean;
}

export function PageHeader({
  title,
  tabTitle = title,
  steps,
  intro,
  actions,
  centered = false,
  replaces = false,
}: PageHeaderProps) {
  const heading = usePageHeading(tabTitle, replaces);
  return (
    <div className={`page-header ${centered ? 'page-header-centered' : ''}`}>
      {steps}
      <div className="page-header-title">
        <h1 ref={heading} tabIndex={-1} className="page-title text-balance outline-none">
          {title}
        </h1>
        {intro && <p className="text-sm text-base-content/75 text-pretty">{intro}</p>}
      </div>
      {actions && <div className="page-header-actions">{actions}</div>}
    </div>
  );
}

function usePageHeading(tabTitle: string, replaces: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  useEffect(() => {
    document.title = `${tabTitle} · Zeus`;
  }, [tabTitle]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the query is not a new page
  useEffect(() => {
    const isFirstPage = key === 'default';
    const hasField = document.activeElement?.matches('input, textarea') ?? false;
    if ((!isFirstPage || replaces) && !hasField) heading.current?.focus({ preventScroll: true });
  }, [pathname, replaces]);
  return heading;
}
