import { IdCard } from 'lucide-react';
import type { Contact } from '../../../shared/contact.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { declaredNetworkOf, networkNames } from '../../../shared/social-networks.ts';
import { isWebAddress, OutsideLink } from '../../ui/values/outside-link.tsx';

type Links = Pick<Contact, 'page' | 'twitter' | 'profiles'>;

/** Everything that leads to the person, each once. */
export function linksOf({ page, twitter, profiles }: Links): string[] {
  return [...new Set([page, twitter, ...profiles].filter((one) => one !== null))].filter(isWebAddress);
}

/** The professional profile, the Twitter account and other profiles, if known. */
export function SocialLinks({ contact }: { contact: Contact }) {
  const { page, twitter } = contact;
  const name = contactName(contact);
  const links = linksOf(contact);
  const others = links.filter((url) => url !== page && url !== twitter);
  if (links.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 align-middle">
      {links.length > others.length && (
        <span className="-ml-2 inline-flex items-center gap-1">
          {page && isWebAddress(page) && (
            <OutsideLink href={page} label={`Profile of ${name}`} className="btn btn-ghost btn-square btn-sm">
              <IdCard className="size-4.5" aria-hidden="true" />
            </OutsideLink>
          )}
          {twitter && isWebAddress(twitter) && (
            <OutsideLink href={twitter} label={`${name} on Twitter`} className="btn btn-ghost btn-square btn-sm">
              <TwitterMark />
            </OutsideLink>
          )}
        </span>
      )}
      {others.map((url) => (
        <OutsideLink
          key={url}
          href={url}
          label={`${name} on ${networkName(url)}`}
          className="quiet-link inline-flex min-h-6 items-center text-xs"
        >
          {networkName(url)}
        </OutsideLink>
      ))}
    </span>
  );
}

function networkName(url: string): string {
  const network = declaredNetworkOf(url);
  return network ? networkNames[network] : 'Profile';
}

function TwitterMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-4" fill="currentColor" aria-hidden="true">
      <path d="M18.24 2.25h3.31l-7.23 8.26 8.5 11.24h-6.66l-5.21-6.82-5.96 6.82H1.68l7.73-8.84L1.25 2.25h6.83l4.71 6.23zm-1.16 17.52h1.83L7.08 4.13H5.12z" />
    </svg>
  );
}
