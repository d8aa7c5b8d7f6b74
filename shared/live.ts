// The events of GET /data/live. The event's name is the topic, its data says whose rows have changed.

export const campaignTopics = ['requests', 'search-results', 'backlinks', 'contacts'] as const;
export const userTopics = ['profiles', 'billing', 'prospects', 'site-rules', 'triage'] as const;
export const changeTopics = [...campaignTopics, ...userTopics] as const;
export const liveEvents = [...changeTopics, 'resync', 'ready'] as const;

export type UserTopic = (typeof userTopics)[number];
export type LiveEvent = (typeof liveEvents)[number];

export interface LiveNotice {
  /** What changed; 'resync': anything may have, because notices were lost or not yet received. */
  readonly topic: Exclude<LiveEvent, 'ready'>;
  /** Whose rows: the id of a campaign or a user. */
  readonly subject: string | null;
}

/** The data of an event, as JSON. */
export interface LiveData {
  readonly id: LiveNotice['subject'];
}
