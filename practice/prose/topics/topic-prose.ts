// The shape of a topic's sentence material. Every sentence stands alone, so that any order of the sentences
// of one aspect reads as sense. Slots: {name} and {place} of the subject, {n} a count, {year}, {price}, {yards};
// in titles also {who}, one of the audiences.

export interface Subject {
  name: string;
  place: string;
}

export interface Aspect {
  heading: string;
  sentences: readonly string[];
}

export interface Titles {
  ranking: readonly string[];
  guide: readonly string[];
  review: readonly string[];
  essay: readonly string[];
  roundup: readonly string[];
}

export interface TopicProse {
  /** As a menu would call it. */
  label: string;
  /** Words that a search for the topic uses. */
  keyword: string;
  subjects: readonly Subject[];
  openings: readonly string[];
  aspects: readonly Aspect[];
  /** Sentences about one subject. */
  entries: readonly string[];
  closings: readonly string[];
  audiences: readonly string[];
  titles: Titles;
}
