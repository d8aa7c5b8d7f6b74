// Every number the specification fixes, each with its section. A number that is used only once still belongs here if the
// specification names it.

/** Section 2 and 9: rows in every table page. */
export const rowsPerPage = 10;

/** Ours: what else a user can choose. */
export const rowsPerPageChoices = [rowsPerPage, 25, 50, 100] as const;

/** Ours: the most campaigns one call lists; older ones need further calls. */
export const campaignsPerRead = 1_000;

/** Section 2 and 9: the dashboard shows the tutorial cards below this number of campaigns. */
export const tutorialsBelowCampaigns = 4;

/** Section 2 and 8: a campaign with fewer backlinks than this shows the warning. */
export const warnBelowBacklinks = 4;

/** Section 2 and 9: size of a favicon in pixels. */
export const faviconSize = 256;

/** Section 2 and 9: where long texts are cut, in characters. An anchor is unchanged up to 100 and otherwise cut to 80. */
export const textCuts = {
  url: 80,
  contactsTableUrl: 50,
  contactsTableTitle: 50,
  title: 80,
  anchorFrom: 100,
  anchorTo: 80,
} as const;

/** Section 2 and 9: the chat greeting appears this long after onboarding starts. */
export const greetingDelayMs = 5_000;

/** Section 5 and 9. */
export const passwordMinLength = 8;

/** Section 3, 5 and 9: what an empty filter means. */
export const filterDefaults = { minDR: 0, maxDR: 100, minTraffic: 0, minWords: 0 } as const;

/** Section 5: Magic Search needs words and traffic above this. */
export const magicFilterAbove = 0;

/** Ours: the highest value of these filters, within what the database can store. */
export const highestFilter = 2_000_000_000;

/** Ours: the longest keyword or name of a campaign, in characters. */
export const maxKeyword = 200;

/** Ours: the most backlinks of one search result, and of one campaign; the lists of the web app show no more. */
export const maxBacklinks = { perResult: 1_000, perCampaign: 10_000 } as const;

/** Section 9: a Magic Search uses at most this many backlink credits. */
export const magicMaxCredits = 100;

/** Section 9: email credits for one found email, and for one full domain search that found at least one. */
export const emailCreditsPerEmail = 1;
export const emailCreditsPerDomainSearch = 1;

/** Section 9: Domain Mode stops at this many emails per backlink. */
export const domainModeMaxEmails = 10;

/** Ours, not the specification's: Author Mode looks up at most this many authors per page. */
export const maxAuthorsPerPage = 5;

/** The highest limit that an order for emails can have: what the largest campaign could cost. */
export const maxEmailCredits = maxBacklinks.perCampaign * maxAuthorsPerPage * emailCreditsPerEmail;

/**
 * Ours: what one account may request per day, whatever its credits, so that no one can keep the server fetching endlessly. More
 * than anyone can process by hand. A contact search is one backlink searched for contacts, or one contact.
 */
export const perDay = {
  campaigns: 100,
  /** For accounts that have never paid, where plans are sold: search results and their figures cost money, but no credits. */
  freeCampaigns: 5,
  ownBacklinks: 5_000,
  contactSearches: 20_000,
  /** Each may cost money at a service. */
  screenshotRetries: 200,
  /** Each asks a mail server, or a partner that charges for it. */
  emailChecks: 300,
  importedSites: 300_000,
} as const;

/** Ours: how many prospects an account may have for an import to add more. Far above what anyone can write to. */
export const maxProspects = 1_000_000;

/** Ours: how long a link in an email works, in seconds. */
export const emailLinkSeconds = 3600;

/** Section 2, 4 and 9: how long finding emails takes, in minutes, as shown to users. */
export const emailsTakeMinutes = 20;

/** Section 9: what both plans promise, in minutes. */
export const leadsTakeMinutes = 3;

/** Section 9: how the browser keeps its session. Refresh when fewer than `refreshBelowTicks` checks remain before expiry. */
export const sessionRefresh = { checkEveryMs: 10_000, refreshBelowTicks: 3, backOffStepMs: 200 } as const;

/** Section 9: what an error report may carry. */
export const errorReport = {
  maxBreadcrumbs: 40,
  maxObjectDepth: 8,
  filteredFields: ['creditcard', 'password'],
} as const;
