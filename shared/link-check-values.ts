// What Zeus saw of a backlink's link when it last opened the page. Without schemas: the browser uses these lists too.

/** unclear: the page could not be checked, which says nothing about the link. */
export const linkStates = ['found', 'gone', 'unclear'] as const;
export type LinkState = (typeof linkStates)[number];

export const linkFollows = ['dofollow', 'nofollow', 'ugc', 'sponsored'] as const;
export type LinkFollow = (typeof linkFollows)[number];

/** The part of the page the link is in. hidden: visitors can't see it. */
export const linkPlaces = ['content', 'navigation', 'footer', 'sidebar', 'comments', 'hidden'] as const;
export type LinkPlace = (typeof linkPlaces)[number];

/** How the link leads to the target: to its own URL, to one that redirects there, or to one whose canonical it is. */
export const linkRoutes = ['direct', 'redirect', 'canonical'] as const;
export type LinkRoute = (typeof linkRoutes)[number];

/** Why a link is gone or could not be checked. */
export const linkProblems = [
  'removed',
  'page-gone',
  'page-moved',
  'blocked',
  'no-answer',
  'not-a-page',
  'unsure',
] as const;
export type LinkProblem = (typeof linkProblems)[number];

/** What a list can be filtered by. dofollow: found and followed. unchecked: no one has looked yet. */
export const linkFilters = ['dofollow', 'found', 'gone', 'unclear', 'unchecked'] as const;
export type LinkFilter = (typeof linkFilters)[number];
