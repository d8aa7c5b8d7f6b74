// Which partners are asked for email addresses: in the order of the settings, as far as they have an account.
import { openedBy, openSources, type SourceParts } from '../vendors/open-sources.ts';
import { snovio } from '../vendors/snovio.ts';
import { clearoutPerson } from './clearout.ts';
import { dropcontact } from './dropcontact.ts';
import type { DomainFinder, PersonFinder } from './email-finder.ts';
import { findymail } from './findymail.ts';
import { hunter, hunterDomain } from './hunter.ts';
import { personByVendor } from './person-vendor.ts';
import { prospeo } from './prospeo.ts';
import { snovioLegacy, snovioPerson } from './snovio.ts';
import { snovioDomain } from './snovio-domain.ts';
import { voilaNorbert } from './voila-norbert.ts';

const by = openedBy(personByVendor);

/** Those that know the address of a person at a domain. */
export function personFinders(ctx: SourceParts): PersonFinder[] {
  return openSources<'people', PersonFinder>(ctx, 'people', {
    vendors: {
      hunter: by(hunter),
      'snovio-v2': by(snovioPerson),
      clearout: by(clearoutPerson),
      prospeo: by(prospeo),
      'voila-norbert': by(voilaNorbert),
      findymail: by(findymail),
      dropcontact: by(dropcontact),
      snovio: by(snovioLegacy),
    },
    others: {},
  });
}

/** Those that know the people and shared mailboxes of a domain. */
export function domainFinders(ctx: SourceParts): DomainFinder[] {
  return openSources<'domain-people', DomainFinder>(ctx, 'domain-people', {
    vendors: { hunter: openedBy(hunterDomain)(hunter), 'snovio-v2': openedBy(snovioDomain)(snovio) },
    others: {},
  });
}
