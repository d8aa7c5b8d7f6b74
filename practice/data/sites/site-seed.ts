// One row of the site lists. Omitted fields have the usual value: English, ordinary mailboxes, signed articles.

import type { AddressPattern, Byline, Language, MailPolicy, TemplateName, Topic } from '../types.ts';

export interface SiteSeed {
  name: string;
  title: string;
  tagline: string;
  topic: Topic;
  template: TemplateName;
  strength: number;
  staff: number;
  articles: number;
  language?: Language;
  mail?: MailPolicy;
  pattern?: AddressPattern;
  byline?: Byline;
}

type Row = [
  name: string,
  title: string,
  tagline: string,
  template: TemplateName,
  strength: number,
  staff: number,
  articles: number,
];
type Extra = Partial<Pick<SiteSeed, 'language' | 'mail' | 'pattern' | 'byline'>>;

/** Rows of one topic; the extras are named by site. */
export function seedsOf(topic: Topic, rows: readonly Row[], extras: Record<string, Extra>): SiteSeed[] {
  return rows.map(([name, title, tagline, template, strength, staff, articles]) => ({
    name,
    title,
    tagline,
    topic,
    template,
    strength,
    staff,
    articles,
    ...extras[name],
  }));
}
