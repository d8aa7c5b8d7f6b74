import { useState } from 'react';
import { routeUrl } from '../../../shared/api/route-url.ts';
import { faviconSize } from '../../../shared/limits.ts';
import { parseUrl } from '../../../shared/parse-url.ts';

interface FaviconProps {
  /** Any URL of the site. */
  url: string;
  /** Its size, such as 'size-5'. */
  className?: string;
}

/** The icon of a site, loaded through Zeus by hostname; its first letter if there is none. */
export function Favicon({ url, className = 'size-5' }: FaviconProps) {
  const hostname = parseUrl(url)?.hostname ?? '';
  const [broken, setBroken] = useState<string>();
  if (hostname === '' || broken === hostname)
    return <Letter name={hostname.replace(/^www\./, '')} className={className} />;
  return (
    <img
      src={routeUrl('GET /files/favicons/{hostname}', { params: { hostname }, query: { size: faviconSize } })}
      alt=""
      loading="lazy"
      className={`shrink-0 rounded-[22%] ${className}`}
      onError={() => setBroken(hostname)}
    />
  );
}

function Letter({ name, className }: { name: string; className: string }) {
  return (
    <svg viewBox="0 0 20 20" className={`shrink-0 ${className}`} aria-hidden="true">
      <rect width="20" height="20" rx="4.5" className="fill-base-300" />
      <text x="10" y="14.2" textAnchor="middle" fontSize="12" fontWeight="700" className="fill-base-content">
        {(name[0] ?? '?').toUpperCase()}
      </text>
    </svg>
  );
}
