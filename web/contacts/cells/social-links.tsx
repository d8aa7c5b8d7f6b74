import { IdCard } from 'lucide-react';
import type { Contact } from '../../../shared/contact.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { isWebAddress, OutsideLink } from '../../ui/values/outside-link.tsx';

/** The professional profile and the Twitter account, if known. */
export function SocialLinks({ contact }: { contact: Contact }) {
  const { page, twitter } = contact;
  const name = contactName(contact);
  if (!page && !twitter) return null;
  return (
    <span className="-ml-2 inline-flex items-center gap-1 align-middle">
      {page && isWebAddress(page) && (
        <OutsideLink href={page} label={`Profile of ${name}`} className="btn btn-ghost btn-square btn-sm">
          <IdCard className="size-4.5" aria-hidden="true" />
        </OutsideLink>
      )}
      {twitter && isWebAddress(twitter) && (
        <OutsideLink href={twitter} label={`Twitter of ${name}`} className="btn btn-ghost btn-square btn-sm">
          <TwitterMark />
        </OutsideLink>
      )}
    </span>
  );
}

function TwitterMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-4" fill="currentColor" aria-hidden="true">
      <path d="M18.24 2.25h3.31l-7.23 8.26 8.5 11.24h-6.66l-5.21-6.82-5.96 6.82H1.68l7.73-8.84L1.25 2.25h6.83l4.71 6.23zm-1.16 17.52h1.83L7.08 4.13H5.12z" />
    </svg>
  );
}
