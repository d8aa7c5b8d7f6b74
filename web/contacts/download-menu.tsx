import { Download, FileSearch, Link2, UserCheck, Users } from 'lucide-react';
import type { Backlink } from '../../shared/backlink.ts';
import type { Campaign } from '../../shared/campaign.ts';
import type { Contact } from '../../shared/contact.ts';
import { backlinksFile, contactsFile, csvName } from '../../shared/csv.ts';
import { askServer } from '../platform/api.ts';
import { useSaveFile } from '../platform/save-file.ts';
import { Menu } from '../ui/overlay/menu.tsx';
import { countOf } from '../ui/values/figures.ts';
import { hasEmail } from './has-email.ts';

interface DownloadMenuProps {
  campaign: Campaign;
  /** The kept ones. */
  backlinks: readonly Backlink[];
  contacts: readonly Contact[];
}

/** The files of a campaign. */
export function DownloadMenu({ campaign: { id, keyword }, backlinks, contacts }: DownloadMenuProps) {
  const ofContacts = useSaveFile<Contact>(id);
  const ofBacklinks = useSaveFile<Backlink>(id);
  const all = contacts.filter(hasEmail);
  const selected = all.filter(({ keep }) => keep);
  const saveContacts = (rows: readonly Contact[], which: 'selected' | 'all') =>
    ofContacts.save({
      download: (signal) =>
        askServer('GET /data/campaigns/{id}/contacts.csv', { params: { id }, query: { which }, signal }),
      name: csvName(keyword, which === 'selected' ? 'selected-contacts' : 'contacts'),
      own: { file: contactsFile, rows },
    });
  const saveEverything = () =>
    ofContacts.save({
      download: (signal) =>
        askServer('GET /data/campaigns/{id}/contacts.csv', {
          params: { id },
          query: { which: 'all', columns: 'everything' },
          signal,
        }),
      name: csvName(keyword, 'contacts-with-evidence'),
    });
  const items = [
    {
      label: 'Download selected contacts',
      icon: UserCheck,
      note: `CSV, ${countOf(selected.length, 'email')}`,
      onChoose: () => saveContacts(selected, 'selected'),
    },
    {
      label: 'Download all contacts',
      icon: Users,
      note: `CSV, ${countOf(all.length, 'email')}`,
      onChoose: () => saveContacts(all, 'all'),
    },
    {
      label: 'Download contacts with evidence',
      icon: FileSearch,
      note: `CSV, ${countOf(all.length, 'email')}, contact forms and profiles`,
      onChoose: saveEverything,
    },
    {
      label: 'Download all backlinks',
      icon: Link2,
      note: `CSV, ${countOf(backlinks.length, 'backlink')}, kept only`,
      onChoose: () =>
        ofBacklinks.save({
          download: (signal) =>
            askServer('GET /data/campaigns/{id}/backlinks.csv', { params: { id }, query: { which: 'kept' }, signal }),
          name: csvName(keyword, 'kept-backlinks'),
          own: { file: backlinksFile, rows: backlinks },
        }),
    },
  ];
  const isBusy = ofContacts.isPending || ofBacklinks.isPending;
  return <Menu label="Download data" icon={Download} items={items} isBusy={isBusy} />;
}
