// Who finds and verifies emails, as users see them.
import { contactSourceName } from '../../../shared/source-names.ts';
import { settings } from '../../platform/settings.ts';

export const contactSourceLabel = (source: string): string => contactSourceName(source, settings.practice);

const monograms: Record<string, string> = {
  clearout: 'Co',
  dropcontact: 'Dc',
  findymail: 'Fy',
  hunter: 'Hu',
  neverbounce: 'Nb',
  prospeo: 'Pr',
  reacher: 'Re',
  snovio: 'Sn',
  'snovio-v2': 'S2',
  useArtemis: 'Ar',
  'voila-norbert': 'VN',
  zerobounce: 'Zb',
};

/** One or two letters that stand for a partner. */
export const monogramOf = (source: string) => monograms[source] ?? source.slice(0, 1).toUpperCase();
