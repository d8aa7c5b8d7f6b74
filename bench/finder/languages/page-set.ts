// Generated pages of one language: what its articles and imprints look like, with the truth known by construction. Names and sites
// are invented.
import type { ContactRole } from '../../../shared/outreach-values.ts';
import type { Language } from '../groups.ts';

export interface GeneratedArticle {
  /** HTML between the headline and the text. */
  top?: string;
  /** HTML after the text. */
  end?: string;
  /** Replaces the usual headline. */
  headline?: string;
  /** Empty: the page names no author. */
  authors: string[];
}

export interface GeneratedImprint {
  heading: string;
  html: string;
  people: { name: string; role: ContactRole }[];
  emails: string[];
}

export interface PageSet {
  language: Language;
  site: string;
  headline: string;
  /** Two paragraphs of an ordinary text. */
  text: [string, string];
  menu: string[];
  /** Below a picture: someone who isn't the author. */
  photoCredit: string;
  /** Who left a comment, in the words of common themes. */
  comment: string;
  related: string;
  articles: GeneratedArticle[];
  imprints: GeneratedImprint[];
}
