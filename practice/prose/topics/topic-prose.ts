// The shape of a topic's sentence material. Every sentence stands on its own, so that the sentences of one aspect make sense in
// any order. Slots: {name} and {place} of the subject, {n} a count, {year}, {price}, {yards}; in titles also {who}, one of the
// audiences.

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
  /** As in a menu. */
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
