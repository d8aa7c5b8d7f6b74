import { Download, Link2, UserCheck, Users } from 'lucide-react';
import type { Backlink } from '../../shared/backlink.ts';
import type { Campaign } from '../../shared/campaign.ts';
import type { Contact } from '../../shared/contact.ts';
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

/** The three files of a campaign. */
export function DownloadMenu({ campaign: { id }, backlinks, contacts }: DownloadMenuProps) {
  const contactsFile = useSaveFile('contacts', id);
  const backlinksFile = useSaveFile('backlinks', id);
  const all = contacts.filter(hasEmail);
  const selected = all.filter(({ keep }) => keep);
  const items = [
    {
      label: 'Download selected contacts',
      icon: UserCheck,
      note: `CSV, ${countOf(selected.length, 'email')}`,
      onChoose: () => contactsFile.mutate(`/data/campaigns/${id}/contacts.csv?which=selected`),
    },
    {
      label: 'Download all contacts',
      icon: Users,
      note: `CSV, ${countOf(all.length, 'email')}`,
      onChoose: () => contactsFile.mutate(`/data/campaigns/${id}/contacts.csv`),
    },
    {
      label: 'Download all backlinks',
      icon: Link2,
      note: `CSV, ${countOf(backlinks.length, 'backlink')}, kept only`,
      onChoose: () => backlinksFile.mutate(`/data/campaigns/${id}/backlinks.csv?which=kept`),
    },
  ];
  const isBusy = contactsFile.isPending || backlinksFile.isPending;
  return <Menu label="Download data" icon={Download} items={items} isBusy={isBusy} />;
}
