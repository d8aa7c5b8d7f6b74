// Domains with both a public rating and a position by PageRank in a release of Common Crawl.
//
// Ratings: github.com/volodstaimi/Startup-Launch-List (MIT), data/directories.csv, about February 2026. The list asks for Domain
// Ratings by Ahrefs, but does not say who looked them up, or when. A subdomain's rating (news.ycombinator.com) is its domain's.
// Positions: github.com/commoncrawl/cc-webgraph-statistics, docs/ranks/domain-<release>.json; docs/domain.tsv has how many
// domains there are. The files of ranks end after 1,000 domains by harmonic centrality.
//
// So all pairs are from the very top. How good ratings between 10 and 60 are is unproven.

export interface RatingPair {
  domain: string;
  dr: number;
  position: number;
}

export interface RatingGroup {
  name: string;
  release: string;
  /** How many domains the release has. */
  domains: number;
  pairs: RatingPair[];
}

const spring = { release: 'cc-main-2026-apr-may-jun', domains: 121_091_933 };
const winter = { release: 'cc-main-2025-26-dec-jan-feb', domains: 134_222_466 };

export const ratingGroups: RatingGroup[] = [
  {
    // From commit ee4e86b of the list, where 208 of 582 sites have a rating, and commit 56892de of the ranks.
    name: 'Domain Ratings by Ahrefs',
    ...spring,
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
    name: 'Domain Ratings by Ahrefs',
    ...winter,
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
  {
    // Empty in commit ee4e86b and filled in by commit 1bb7bc4, apparently with guesses: misspelled domains (siteiabber.com,
    // business.velp.com) have the ratings of the sites they were meant to be. Left out are gartner.com and stack.g2.com,
    // whose ratings are meant for another site than the domain.
    name: 'ratings filled in later, apparently guessed',
    ...spring,
    pairs: [
      { domain: 'trustpilot.com', dr: 93, position: 167 },
      { domain: 'theverge.com', dr: 92, position: 400 },
      { domain: 'cnet.com', dr: 92, position: 498 },
      { domain: 'mashable.com', dr: 92, position: 1251 },
      { domain: 'shopify.com', dr: 91, position: 26 },
      { domain: 'stripe.com', dr: 91, position: 71 },
      { domain: 'fastcompany.com', dr: 91, position: 444 },
      { domain: 'zdnet.com', dr: 91, position: 575 },
      { domain: 'engadget.com', dr: 91, position: 1323 },
      { domain: 'pcmag.com', dr: 91, position: 1380 },
      { domain: 'arstechnica.com', dr: 90, position: 1229 },
      { domain: 'venturebeat.com', dr: 89, position: 1370 },
      { domain: 'slate.com', dr: 89, position: 1601 },
      { domain: 'crunchbase.com', dr: 89, position: 1664 },
      { domain: 'salesforce.com', dr: 88, position: 234 },
      { domain: 'airtable.com', dr: 86, position: 915 },
      { domain: 'appleinsider.com', dr: 83, position: 2826 },
    ],
  },
];
