// The form by which a site can be written to, for sites that print no address: one with a field for the sender's email and one for
// a message. Forms for searching, signing in, newsletters, comments and reviews lack one of the two, or say what they are.

import { AREA, FIELD, type PageFacts, type PageForm } from '../pages/page-facts.ts';
import type { SitePageKind } from '../people/person.ts';
import { serviceOfEmbed, serviceOfHint, serviceOfScript } from './form-services.ts';

export interface ContactForm {
  /** The page it is on. */
  page: string;
  /** The service or plugin it is made with, if known. */
  service: string | null;
}

/** Best first. On other pages, a form with these fields is about the article or the person. */
const KINDS: readonly SitePageKind[] = ['contact', 'about', 'imprint', 'team', 'home'];
const NOT_HERE = AREA.comments | AREA.related | AREA.hidden | AREA.trap;
/** Not a "border", a "preview", "research", "integrating" or something "friendly". */
const OTHER_FORM =
  /comm(?:ent)?[-_]?form|respond|(?<!(?<![a-z])p)review|(?<!integ|ope|gene)rating|(?<!(?<![a-z])re)search|newsletter|subscri|log-?in|sign-?(?:in|up)|regist|checkout|cart|pay(?:ment)?-|(?<!(?<![a-z])b)order|booking|reserv|career|job-?form|apply|application|friend(?!ly)|quiz|poll/;

interface FormPage {
  facts: PageFacts;
  kind: SitePageKind;
}

/** The site's contact form, on the page where a visitor would look first. Never throws on any page. */
export function findContactForm(pages: readonly FormPage[]): ContactForm | null {
  for (const kind of KINDS) {
    for (const one of pages) {
      const form = one.kind === kind ? contactFormOn(one) : null;
      if (form !== null) return form;
    }
  }
  return null;
}

function contactFormOn({ facts, kind }: FormPage): ContactForm | null {
  const form = facts.forms.find((one) => isContactForm(one, kind));
  if (form) return { page: facts.url, service: serviceOfHint(form.hint) };
  // An embedded form shows none of its fields, so it counts only where a contact form is expected.
  const service = kind === 'contact' ? embeddedService(facts) : null;
  return service === null ? null : { page: facts.url, service };
}

function isContactForm({ fields, hint, area }: PageForm, kind: SitePageKind): boolean {
  if (!(fields & FIELD.email) || !(fields & FIELD.message) || fields & FIELD.password) return false;
  if (area & NOT_HERE || OTHER_FORM.test(hint)) return false;
  // Contact forms often call the message a comment; elsewhere it is a comment.
  return kind === 'contact' || !(fields & FIELD.comment);
}

function embeddedService({ embeds, scripts, base }: PageFacts): string | null {
  for (const src of embeds) {
    const service = serviceOfEmbed(src, base);
    if (service !== null) return service;
  }
  for (const script of scripts) {
    const service = serviceOfScript(script);
    if (service !== null) return service;
  }
  return null;
}
