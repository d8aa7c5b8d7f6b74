import type { SearchStates } from '../../backlinks/contact-searches.store.ts';
import { cleanLink, cleanText } from './clean-text.ts';
import type { Findings } from './find-author-contacts.ts';

const MAX_SERVICE = 50;

/** The columns of a backlink about its site's contact form; none if the site could not be searched for one. */
export function contactFormColumns({ contactForm }: Pick<Findings, 'contactForm'>): SearchStates {
  if (contactForm === undefined) return {};
  const url = cleanLink(contactForm?.page);
  const service = contactForm?.service ? cleanText(contactForm.service, MAX_SERVICE) : null;
  return { contact_form_url: url, contact_form_service: url === null ? null : service };
}
