// The items on /latest, newest first: those from the changelog, then those from before there was one.
import changelog from '../../CHANGELOG.md?raw';
import { type ReleasedItem, readChangelog } from './read-changelog.ts';

const beforeTheChangelog: readonly ReleasedItem[] = [
  {
    title: 'Author and domain modes',
    text: 'Choose how Zeus finds emails: the person who wrote the page, or everyone it can find at the site.',
  },
  {
    title: 'Email verification partner',
    text: 'A verification partner checks the emails Zeus finds, so fewer of your messages bounce.',
  },
  {
    title: 'Two email-finding partners',
    text: 'Two more partners look for an email when the first search comes back empty.',
  },
  {
    title: 'Contact selection dashboard',
    text: 'Go through the contacts site by site, keep the ones you want to write to, and export only those.',
  },
  { title: 'Search traffic metric', text: 'See how much search traffic a page gets before you pick it.' },
  { title: 'More accurate DR filtering', text: 'Minimum and Maximum DR now apply to every backlink you receive.' },
  { title: 'Faster screenshots', text: 'Screenshots are ready sooner, so screening no longer waits for them.' },
  { title: 'Ahrefs search source', text: 'Backlinks can now also come from Ahrefs.' },
  { title: 'Validation of all emails', text: 'Every email shows whether it is valid.' },
];

export const releasedItems: readonly ReleasedItem[] = [...readChangelog(changelog), ...beforeTheChangelog];
