import type { ReactNode } from 'react';
import { parseUrl } from '../../../shared/parse-url.ts';

interface OutsideLinkProps {
  href: string;
  className?: string;
  /** Said instead of the content, where that is an icon. */
  label?: string;
  children: ReactNode;
}

/** A link to a page somewhere else, in a new tab. An address that is not http(s) is shown and not linked. */
export function OutsideLink({ href, className, label, children }: OutsideLinkProps) {
  if (!isWebAddress(href)) return <span className={className}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className} aria-label={label}>
      {children}
      {!label && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}

export function isWebAddress(address: string): boolean {
  return /^https?:$/.test(parseUrl(address)?.protocol ?? '');
}
