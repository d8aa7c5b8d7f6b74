// What the contact search of a backlink brought: emails, or else a contact form or social profiles.
import type { Backlink } from '../../shared/backlink.ts';
import type { Contact } from '../../shared/contact.ts';
import { countOf } from '../ui/values/figures.ts';
import { isWebAddress, OutsideLink } from '../ui/values/outside-link.tsx';
import { linksOf } from './cells/social-links.tsx';
import { hasEmail } from './has-email.ts';

export interface BacklinkOutcome {
  emails: number;
  /** Only if there is no email. */
  form: string | null;
  /** The first profile of the author, only if there is nothing else. */
  profile: string | null;
}

export function outcomeOf({ contact_form_url: url }: Backlink, contacts: readonly Contact[]): BacklinkOutcome {
  const emails = contacts.filter(hasEmail).length;
  const form = emails === 0 && url !== null && isWebAddress(url) ? url : null;
  const [profile = null] = contacts.filter(({ highlighted }) => highlighted).flatMap(linksOf);
  return { emails, form, profile: emails === 0 && form === null ? profile : null };
}

export function OutcomeCell({ outcome: { emails, form, profile } }: { outcome: BacklinkOutcome }) {
  if (emails > 0) return countOf(emails, 'email');
  const link = 'text-link inline-flex min-h-6 items-center';
  if (form !== null) {
    return (
      <OutsideLink href={form} className={link}>
        Contact form
      </OutsideLink>
    );
  }
  if (profile === null) return null;
  return (
    <OutsideLink href={profile} className={link}>
      Author’s profile
    </OutsideLink>
  );
}
