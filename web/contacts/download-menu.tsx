import { Download, Link2, UserCheck, Users } from 'lucide-react';
import type { Backlink } from '../../shared/backlink.ts';
import type { Campaign } from '../../shared/campaign.ts';
import type { Contact } from '../../shared/contact.ts';
import { backlinksFile, contactsFile, csvName, hasEmail } from '../../shared/csv.ts';
import { saveCsv } from '../platform/save-file.ts';
import { Menu } from '../ui/overlay/menu.tsx';
import { countOf } from '../ui/values/figures.ts';

interface DownloadMenuProps {
  campaign: Campaign;
  /** The kept ones. */
  backlinks: readonly Backlink[];
  contacts: readonly Contact[];
}

/** The three files of a campaign. */
export function DownloadMenu({ campaign: { keyword }, backlinks, contacts }: DownloadMenuProps) {
  const all = contacts.filter(hasEmail);
  const selected = all.filter(({ keep }) => keep);
  const items = [
    {
      label: 'Download selected contacts',
      icon: UserCheck,
      note: `CSV, ${countOf(selected.length, 'email')}`,
      onChoose: () => saveCsv(csvName(keyword, 'contacts'), contactsFile, selected),
    },
    {
      label: 'Download all contacts',
      icon: Users,
      note: `CSV, ${countOf(all.length, 'email')}`,
      onChoose: () => saveCsv(csvName(keyword, 'contacts'), contactsFile, all),
    },
    {
      label: 'Download all backlinks',
      icon: Link2,
      note: `CSV, ${countOf(backlinks.length, 'backlink')}, kept only`,
      onChoose: () => saveCsv(csvName(keyword, 'backlinks'), backlinksFile, backlinks),
    },
  ];
  return <Menu label="Download data" icon={Download} items={items} />;
}
