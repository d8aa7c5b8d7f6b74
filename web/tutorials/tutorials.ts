// The tutorials of /help and the dashboard: what each shows, its film, and its steps in words. The films are recorded from the
// product itself: npm run record-tutorials.

export interface Tutorial {
  readonly title: string;
  /** The name of its files in films/. */
  readonly film: string;
  readonly summary: string;
  readonly steps: readonly string[];
}

export const gettingStarted: readonly Tutorial[] = [
  {
    title: 'Create your first campaign',
    film: 'create-campaign',
    summary: 'From a keyword to a list of pages worth a link.',
    steps: [
      'Open Campaigns and choose Create new campaign.',
      'Pick Organic Search or Magic Search and enter your keyword.',
      'Set the lowest and highest Domain Rating you want, then start.',
    ],
  },
  {
    title: 'Pick best backlinks',
    film: 'pick-backlinks',
    summary: 'Screen each page by its screenshot and keep the good ones.',
    steps: [
      'Select the backlinks that look promising and choose Screen backlinks.',
      'Look at each screenshot. Keep lead keeps the page, Remove lead drops it.',
      'At the end, choose how Zeus should find emails.',
    ],
  },
  {
    title: 'Find emails and export data',
    film: 'find-emails',
    summary: 'Meet the people behind each page and download the list.',
    steps: [
      'Author Mode looks for the person who wrote the page, Domain Mode for everyone at the site.',
      'Select the contacts you want to write to.',
      'Download selected contacts, all contacts or all backlinks as CSV.',
    ],
  },
];

export const liveCampaigns: readonly Tutorial[] = [
  {
    title: 'Best Golf Courses In America',
    film: 'golf-courses',
    summary: 'A whole Organic Search campaign, from keyword to contacts.',
    steps: [
      'Start an Organic Search for the keyword and pick the search results closest to your page.',
      'Get their backlinks and screen them.',
      'Find the authors in Author Mode and export the valid emails.',
    ],
  },
  {
    title: 'Managed WordPress Hosting',
    film: 'wordpress-hosting',
    summary: 'The same with Magic Search, which goes straight to backlinks.',
    steps: [
      'Start a Magic Search and set Minimum Words and Minimum Traffic.',
      'Screen the backlinks Zeus delivers.',
      'Use Domain Mode to find up to 10 emails per site, then export.',
    ],
  },
];
