// One kept backlink with the people behind it.
import { useMemo, useState } from 'react';
import type { Backlink } from '../../../shared/backlink.ts';
import type { Contact } from '../../../shared/contact.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { textCuts } from '../../../shared/limits.ts';
import { readableUrl } from '../../../shared/readable-url.ts';
import { BacklinkRatings } from '../../backlinks/backlink-ratings.tsx';
import { useSelection } from '../../platform/use-selection.ts';
import { BlockButton, SiteBadges } from '../../prospects/block-site.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { readPageSize } from '../../ui/table/page-size.ts';
import type { TableView } from '../../ui/table/table-view.ts';
import { Favicon } from '../../ui/values/favicon.tsx';
import { OutsideLink } from '../../ui/values/outside-link.tsx';
import { emailColumn, nameColumn, positionColumn, statusColumn } from '../cells/contact-columns.tsx';
import { linksOf, SocialLinks } from '../cells/social-links.tsx';
import { hasEmail } from '../has-email.ts';
import { ContactForm } from './contact-form.tsx';
import { NoContacts, WantMoreEmails } from './domain-search.tsx';
import { SearchNote } from './search-note.tsx';

interface SiteCardProps {
  backlink: Backlink;
  /** The contacts of this backlink. */
  contacts: readonly Contact[];
}

export function SiteCard({ backlink, contacts }: SiteCardProps) {
  const [first, ...others] = contacts;
  // The author, or the mailbox that Author Mode took in their place.
  const isOneOnly = first !== undefined && others.length === 0 && (first.highlighted || first.type === 'generic');
  const isSearching = backlink.contact_search === 'waiting';
  const canSearch = !isSearching && backlink.contact_search !== 'unreachable';
  return (
    <article className="card-surface">
      <SiteHeader backlink={backlink} />
      <SearchNote backlink={backlink} hasContacts={contacts.length > 0} />
      {contacts.length > 0 && <SiteContacts backlink={backlink} contacts={contacts} />}
      {contacts.length === 0 && canSearch && <NoContacts backlink={backlink} />}
      {isOneOnly && canSearch && <WantMoreEmails backlink={backlink} hasAuthor={first.highlighted} />}
      {!isSearching && <ContactForm backlink={backlink} hasEmail={contacts.some(hasEmail)} />}
    </article>
  );
}

function SiteHeader({ backlink }: { backlink: Backlink }) {
  return (
    <header className="grid gap-x-10 gap-y-4 px-5 py-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 items-center gap-3">
        <Favicon url={backlink.url_from} className="size-9" />
        <div className="min-w-0">
          <h2 className="text-base leading-snug font-semibold tracking-tight text-pretty">
            {cutText(backlink.title || backlink.domain, textCuts.title)}
          </h2>
          <OutsideLink href={backlink.url_from} className="quiet-link text-sm wrap-anywhere">
            {cutText(readableUrl(backlink.url_from), textCuts.url)}
          </OutsideLink>{' '}
          <SiteBadges domain={backlink.domain} history={backlink.history} />
        </div>
        <div className="ml-auto">
          <BlockButton domain={backlink.domain} />
        </div>
      </div>
      <div className="grid grid-cols-2 items-center gap-6">
        <BacklinkRatings backlink={backlink} />
      </div>
    </header>
  );
}

const columns: readonly Column<Contact>[] = [
  {
    id: 'socials',
    header: 'Socials',
    width: 'w-28',
    cell: (contact) => <SocialLinks contact={contact} />,
    sortBy: (contact) => linksOf(contact).length || undefined,
    sortFirst: 'desc',
  },
  { ...nameColumn, width: 'w-[26%] @min-[72rem]:w-[30%]' },
  { ...positionColumn, width: 'w-[18%]' },
  emailColumn,
  { ...statusColumn, width: 'w-36 @min-[72rem]:w-44' },
];

const firstView = (): TableView => ({ page: 0, pageSize: readPageSize(null), sort: null, filter: '' });

function SiteContacts({ backlink, contacts }: SiteCardProps) {
  const { keepRows } = useSelection('contacts', backlink.requests_id);
  const [view, setView] = useState(firstView);
  const authorFirst = useMemo(
    () => [...contacts].sort((a, b) => Number(b.highlighted) - Number(a.highlighted)),
    [contacts],
  );
  return (
    <div className="site-contacts">
      <DataTable
        isWide
        label={`Contacts of ${backlink.domain}`}
        rows={authorFirst}
        columns={columns}
        selection={{
          isSelected: ({ keep }) => keep,
          onChange: keepRows,
          nameOf: contactName,
        }}
        viewState={[view, (change) => setView((before) => ({ ...before, ...change }))]}
      />
    </div>
  );
}
