// A contact as returned by /data/contacts, and the verdict on its email.
import { z } from 'zod';
import { contactRoles } from './outreach-values.ts';
import { searchProblem } from './search-problem.ts';

export const verifications = ['valid', 'invalid', 'catch_all', 'refuses_checks', 'unknown'] as const;
export type Verification = (typeof verifications)[number];

export const contact = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  request_id: z.uuid(),
  /** The backlink it belongs to, joined. */
  backlink_id: z.object({ id: z.uuid(), url_from: z.string(), title: z.string(), domain: z.string() }),
  first_name: z.string(),
  last_name: z.string(),
  position: z.string().nullable(),
  location: z.string().nullable(),
  /** Null: not fetched yet. False: none found. */
  email: z.union([z.string(), z.literal(false), z.null()]),
  /** Zeus is looking for the email right now. */
  is_fetching: z.boolean(),
  /** Why the last search for the email ended without an answer; null if it did not. */
  fetch_problem: searchProblem.nullable(),
  type: z.enum(['personal', 'generic', 'webmail']).nullable(),
  verification: z.enum(verifications).nullable(),
  /** Why the verdict is what it is, such as 'mailbox-full'. */
  verification_reason: z.string().nullable(),
  /** When the verdict was given. */
  verified_at: z.string().nullable(),
  /** When Zeus checks an unconfirmed email again by itself, or looks again for one that it is still looking for. */
  next_check_at: z.string().nullable(),
  /** "Check again" is under way. */
  is_checking: z.boolean(),
  source: z.string(),
  /** The person's professional profile. */
  page: z.string().nullable(),
  twitter: z.string().nullable(),
  /** All profiles on social networks that the site names, one per network. */
  profiles: z.array(z.string()),
  /** What the position means for outreach; null: unknown. */
  role: z.enum(contactRoles).nullable(),
  avatar_url: z.string().nullable(),
  /** The author of the article. */
  highlighted: z.boolean(),
  keep: z.boolean(),
});

export type Contact = z.infer<typeof contact>;
