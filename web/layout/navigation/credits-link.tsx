import { useQuery } from '@tanstack/react-query';
import { Link2, Mail } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { profileQuery } from '../../platform/profile.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';

/** The user's balances of both kinds, live. Empty until they are known. */
export function CreditsLink() {
  const { data: profile } = useQuery(profileQuery);
  if (!profile) return null;
  const backlink = formatNumber(profile.credits);
  const email = formatNumber(profile.email_credits);
  return (
    <Link
      to={paths.billing()}
      className="btn btn-ghost nav-entry gap-2 px-2 tabular-nums"
      title={`${countOf(profile.credits, 'backlink credit')}, ${countOf(profile.email_credits, 'email credit')}`}
    >
      <Link2 className="size-4" aria-hidden="true" />
      <span>
        <span className="sr-only">Credits: </span>
        {backlink}
        <span className="sr-only"> backlink, </span>
      </span>
      <Mail className="size-4" aria-hidden="true" />
      <span>
        {email}
        <span className="sr-only"> email</span>
      </span>
    </Link>
  );
}
