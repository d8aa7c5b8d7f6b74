// Domains with both a public rating and a position by PageRank in a release of Common Crawl.
//
// Ratings: github.com/volodstaimi/Startup-Launch-List (MIT), data/directories.csv, about February 2026. The list asks for Domain
// Ratings by Ahrefs, but does not say who looked them up, or when. A subdomain's rating (news.ycombinator.com) is its domain's.
// Left out are those that commit 1bb7bc4 of the list filled in, apparently with guesses: misspelled domains have the ratings of the sites they
// were meant to be.
// Positions: github.com/commoncrawl/cc-webgraph-statistics, docs/ranks/domain-<release>.json; docs/domain.tsv has how many
// domains there are. The files of ranks end after 1,000 domains by harmonic centrality.
//
// So all pairs are from the very top. How good ratings between 10 and 60 are is unproven.

export interface RatingGroup {
  release: string;
  /** How many domains the release has. */
  domains: number;
  pairs: { domain: string; dr: number; position: number }[];
}

export const ratingGroups: RatingGroup[] = [
  {
    // From commit ee4e86b of the list, where 208 of 582 sites have a rating, and commit 56892de of the ranks.
    ...{ release: 'cc-main-2026-apr-may-jun', domains: 121_091_933 },
    pairs: [
      { domain: 'github.com', dr: 96, position: 30 },
      { domain: 'reddit.com', dr: 95, position: 117 },
      { domain: 'sourceforge.net', dr: 92, position: 232 },
      { domain: 'techcrunch.com', dr: 92, position: 302 },
      { domain: 'g2.com', dr: 91, position: 581 },
      { domain: 'producthunt.com', dr: 91, position: 985 },
      { domain: 'ycombinator.com', dr: 91, position: 1004 },
      { domain: 'dev.to', dr: 90, position: 1355 },
      { domain: 'callupcontact.com', dr: 76, position: 6548 },
    ],
  },
  {
    // The same ratings, with positions from about when the list was made: commit 09eaca3 of the ranks.
    ...{ release: 'cc-main-2025-26-dec-jan-feb', domains: 134_222_466 },
    pairs: [
      { domain: 'github.com', dr: 96, position: 24 },
      { domain: 'reddit.com', dr: 95, position: 118 },
      { domain: 'sourceforge.net', dr: 92, position: 227 },
      { domain: 'techcrunch.com', dr: 92, position: 321 },
      { domain: 'ycombinator.com', dr: 91, position: 896 },
      { domain: 'producthunt.com', dr: 91, position: 921 },
      { domain: 'neilpatel.com', dr: 91, position: 1425 },
      { domain: 'brownbook.net', dr: 79, position: 7611 },
    ],
  },
];
