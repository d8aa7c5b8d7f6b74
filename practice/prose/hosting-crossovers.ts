// Stories in which a site about something else comes to talk about WordPress hosting.

import type { Crossover, CrossoverTopic } from './crossover.ts';

export const HOSTING_CROSSOVERS: Record<CrossoverTopic<'hosting'>, readonly Crossover[]> = {
  golf: [
    {
      titles: [
        'How a Small Golf Site Survived Its Busiest Sunday',
        'The Sunday Our Golf Site Fell Over',
        'Tee Times, Traffic and a Tired Server',
        'Our Leaderboard Page Stopped at Lunch',
        'A Golf Site Changes Its Server',
        'What Golf Season Does to a Web Server',
        'Why We Moved Our Golf Pages to a Managed Host',
      ],
      opening:
        'On the last Sunday of the season our little golf site had more visitors than in the whole of March, and the server gave up at lunchtime.',
      middle: [
        'We had always treated the server as a bill to be kept small, until the leaderboard page stopped loading.',
        'Moving to managed WordPress hosting took one evening and two cups of tea.',
        'The tee-time plugin was the slow part, and nobody had looked at it in four years.',
        'Our volunteers now have their own logins, so nobody shares a password on a sticky note.',
        'The new plan costs about the same as a dozen good golf balls a month.',
      ],
    },
    {
      titles: [
        'What Runs This Site: A Colophon',
        'Colophon: How These Golf Pages Are Made',
        'Under the Hood of a Two-Person Golf Site',
        'The Notebook and the Server: How We Publish',
        'Nine Plugins and a Pencil',
        'From Scorecard to Server',
        'Our Golf Site’s Hosting, Explained',
        'How a Golf Notebook Became a Website',
        'The Machine Behind the Rankings',
      ],
      opening:
        'People ask how a golf site with two writers is made, so here is the whole machine, from the notebook to the server.',
      middle: [
        'Drafts begin in pencil on the back of a scorecard and are typed up the same evening.',
        'The pages run on WordPress, on managed hosting, with a theme that we have trimmed like a green.',
        'Pictures are made small before they are uploaded, because our readers are often on a hillside.',
        'Backups are tested twice a year, on the days when the clocks change.',
        'There are nine plugins, and we argue about the ninth.',
      ],
    },
  ],
  coffee: [
    {
      titles: [
        'How We Rebuilt This Coffee Blog in a Weekend',
        'Our Coffee Blog Has a New Home',
        'Eleven Seconds Is an Espresso and a Half',
        'Moving Six Years of Tasting Notes',
        'A Quicker Site, One Bag of Beans a Month',
        'Why Our Coffee Journal Changed Hosts',
      ],
      opening:
        'Our old server took longer to answer than a pour over takes to drip, so we moved the blog to managed WordPress hosting.',
      middle: [
        'The shop page was the worst: eleven seconds, which is an espresso and a half.',
        'A friend who does this for a living told us to compare restores and not home pages.',
        'Six years of tasting notes came across without losing a comma.',
        'We kept the old look because our readers like it, and threw out fourteen plugins.',
        'The bill is one bag of beans a month higher, and the site is four times quicker.',
      ],
    },
  ],
  hiking: [
    {
      titles: [
        'Where Our Trail Reports Live: Notes on Hosting',
        'Fast Maps on One Bar of Signal',
        'How Our Walking Site Is Hosted',
        'The Server Diagram on the Hut Wall',
        'A Walking Club Buys Hosting',
        'Trail Pages That Load on a Ridge',
      ],
      opening:
        'Trail reports are read on phones with one bar of signal, which is why we care about managed WordPress hosting more than a walking club should.',
      middle: [
        'Maps are the heavy part, so each one is a small picture first and a big one only on request.',
        'The site must answer quickly from a ridge in the rain; nothing else matters.',
        'A volunteer moved everything in one wet weekend and drew a diagram on the hut wall.',
        'We lost our photographs once, in {year}, and have tested our backups ever since.',
        'The hosting costs less than the club’s tea.',
      ],
    },
  ],
  energy: [
    {
      titles: [
        'How Much Power Does This Website Use?',
        'We Metered Our Own Website',
        'Caching Is Insulation',
        'A Website on Mostly Wind',
        'Half a Megabyte: Our Pages on a Diet',
        'The Energy Bill of a Blog',
      ],
      opening:
        'We meter everything, so we metered our own pages, and it led us to managed WordPress hosting in a data center that publishes its figures.',
      middle: [
        'A page of ours now weighs less than half a megabyte, most of it one photograph.',
        'Caching is insulation: the warmth is already there, and you stop paying for it twice.',
        'The old server idled day and night for forty readers.',
        'Our new host states its power source by the hour, and it is mostly wind.',
        'The most wasteful part was a slider that nobody had ever clicked.',
      ],
    },
  ],
  finance: [
    {
      titles: [
        'What It Costs to Run This Website',
        'Our Accounts: Hosting and Other Lines',
        'The Hosting Renewal We Forgot',
        'What We Pay to Publish',
        'Our Website’s Budget, Line by Line',
        'Renewal Prices and Other Surprises',
      ],
      opening:
        'We publish our own accounts every January, and this year the line that grew was managed WordPress hosting.',
      middle: [
        'The introductory price had ended, and nobody had put the date in the calendar.',
        'We compared renewals only, over three years, with a spreadsheet you may copy.',
        'Moving took four hours of one person, which we counted at a fair wage.',
        'The newsletter is the larger bill, and worth it.',
        'Advertising covers none of this, because there is none.',
      ],
    },
  ],
};
