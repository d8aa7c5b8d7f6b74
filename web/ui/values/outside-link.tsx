import type { ReactNode } from 'react';
import { parseUrl } from '../../../shared/parse-url.ts';

interface OutsideLinkProps {
  href: string;
  className?: string;
  /** For screen readers, if the content is an icon. */
  label?: string;
  children: ReactNode;
}

/** A link to another site, in a new tab. A URL that is not http(s) is shown but not linked. */
export function OutsideLink({ href, className, label, children }: OutsideLinkProps) {
  if (!isWebAddress(href)) return <span className={className}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className} aria-label={label}>
      {children}
      {!label && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}

/** Opens another site in a new tab. Anything but http(s) stays closed. */
export function openOutside(address: string): void {
  if (isWebAddress(address)) window.open(address, '_blank', 'noopener,noreferrer');
}

export function isWebAddress(address: string): boolean {
  return /^https?:$/.test(parseUrl(address)?.protocol ?? '');
}
