// What Zeus saw of a backlink's link and its page when it last opened the page.
import { z } from 'zod';
import { linkFollows, linkPlaces, linkProblems, linkRoutes, linkStates } from './link-check-values.ts';
import { pageSignals } from './triage-values.ts';

export const linkProof = z.object({
  state: z.enum(linkStates),
  /** Why it is gone or could not be checked; null if it was found. */
  problem: z.enum(linkProblems).nullable(),
  /** With `found` only, like the fields below. */
  route: z.enum(linkRoutes).nullable(),
  follow: z.enum(linkFollows).nullable(),
  place: z.enum(linkPlaces).nullable(),
  anchor: z.string(),
  /** The sentence around the link. */
  sentence: z.string(),
  checked_at: z.iso.datetime(),
  /** A picture of the link with a box around it; valid as long as that of the page. */
  url: z.string().optional(),
});
export type LinkProof = z.infer<typeof linkProof>;

/** Something the page shows that speaks against it, with the figure or the words of the page behind it. */
const pageSignal = z.object({ name: z.enum(pageSignals), fact: z.string() });
export type PageSignal = z.infer<typeof pageSignal>;

/** Facts the page states about itself. */
export const pageCheck = z.object({
  /** Where the visit ended. */
  url: z.string(),
  status: z.number(),
  noindex: z.boolean(),
  nofollow: z.boolean(),
  /** Only if the page names another URL as its own. */
  canonical: z.string().nullable(),
  /** Two letters; '' if unknown. */
  language: z.string(),
  /** Days, such as 2026-11-03; null if the page doesn't say. */
  published: z.string().nullable(),
  modified: z.string().nullable(),
  words: z.number(),
  /** Links to other sites that visitors can see. */
  outgoing: z.number(),
  /** How many of them are marked as sponsored. */
  sponsored: z.number(),
  /** Empty for pages opened before Zeus looked for signals. */
  signals: z.array(pageSignal).default([]),
});
export type PageCheck = z.infer<typeof pageCheck>;
