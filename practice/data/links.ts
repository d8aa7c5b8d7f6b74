// Who links to whom. Strong sites and rankings get most links, a long tail gets one or two, as on the real web.

import { SHORT_ANCHORS } from '../prose/citations.ts';
import { type Dice, diceFor } from './random.ts';
import type { Link, Page, Rel, Site, Topic } from './types.ts';

interface Target {
  page: Page;
  weight: number;
}

type Targets = Record<Topic, Target[]>;

/** Adds the links between sites to their pages and returns them all. */
export function linkSites(sites: readonly Site[]): Link[] {
  const targets = targetsOf(sites);
  for (const site of sites) {
    const dice = diceFor('links', site.name);
    for (const page of site.pages) {
      if (page.recipe !== null) linkArticle(page, targets, dice);
      if (page.kind === 'home' && site.template === 'classic') linkSidebar(page, sites, dice);
    }
    if (site.name !== BUILDER && diceFor('builder', site.name).below(9) === 0) linkFooter(site, sites);
  }
  return sites.flatMap((site) => site.pages.flatMap((page) => page.links));
}

const BUILDER = 'agencydesk';

function targetsOf(sites: readonly Site[]): Targets {
  const all: Targets = { golf: [], hosting: [], coffee: [], hiking: [], energy: [], finance: [] };
  for (const page of sites.flatMap((site) => site.pages)) {
    if (page.recipe === null || page.recipe.kind === 'roundup' || page.recipe.about !== page.site.topic) continue;
    const pull = page.recipe.kind === 'ranking' ? 4 : page.recipe.kind === 'guide' ? 2 : 1;
    all[page.site.topic].push({ page, weight: pull * page.site.strength ** 3 });
  }
  return all;
}

function linkArticle(page: Page, targets: Targets, dice: Dice): void {
  const kind = page.recipe?.kind;
  const about = page.recipe?.about ?? page.topic;
  if (kind === 'roundup') {
    const topics: Topic[] = [page.site.topic, 'golf', 'hosting', page.site.topic, 'golf', 'hosting', 'golf'];
    for (const topic of topics) addLink(page, drawTarget(page, targets[topic], dice), relOf(page, dice), dice);
    return;
  }
  const count = kind === 'crossover' ? 4 : 2 + dice.below(3);
  for (let i = 0; i < count; i++)
    addLink(page, drawTarget(page, targets[about], dice), i === 0 ? firstRel(page) : relOf(page, dice), dice);
  if (dice.chance(0.12))
    addLink(page, drawTarget(page, targets.hosting, dice), dice.chance(0.5) ? 'sponsored' : 'sponsored nofollow', dice);
  if (hasComments(page.site)) addComments(page, targets[about], dice);
}

const hasComments = (site: Site) => site.template === 'classic' || site.template === 'blocks';

function addComments(page: Page, targets: Target[], dice: Dice): void {
  for (let i = dice.below(3); i > 0; i--) {
    addLink(page, drawTarget(page, targets, dice), dice.chance(0.5) ? 'ugc' : 'ugc nofollow', dice, 'comment');
  }
}

function firstRel(page: Page): Rel {
  if (page.site.template === 'wiki') return 'nofollow';
  return page.site.template === 'forum' ? 'ugc nofollow' : '';
}

function relOf(page: Page, dice: Dice): Rel {
  const first = firstRel(page);
  if (first !== '') return first;
  return dice.chance(0.13) ? 'nofollow' : '';
}

function drawTarget(from: Page, targets: readonly Target[], dice: Dice): Page | null {
  const fit = targets.filter(({ page }) => page.site !== from.site && !from.links.some((link) => link.to === page));
  let point = dice.below(fit.reduce((sum, target) => sum + target.weight, 0));
  for (const { page, weight } of fit) {
    point -= weight;
    if (point < 0) return page;
  }
  return null;
}

function addLink(from: Page, to: Page | null, rel: Rel, dice: Dice, place: Link['place'] = 'content'): void {
  if (to === null) return;
  const anchor = dice.chance(0.35) ? dice.pick(SHORT_ANCHORS[to.site.topic]) : to.title;
  from.links.push({ from, to, anchor, rel, place });
}

function linkSidebar(page: Page, sites: readonly Site[], dice: Dice): void {
  const near = sites.filter((site) => site !== page.site && site.topic === page.site.topic);
  for (const site of dice.draw(near, 4)) {
    const home = site.pages[0];
    if (home !== undefined) page.links.push({ from: page, to: home, anchor: site.title, rel: '', place: 'sidebar' });
  }
}

// The agency credits itself on every page of the sites it built.
function linkFooter(site: Site, sites: readonly Site[]): void {
  const home = sites.find((one) => one.name === BUILDER)?.pages[0];
  if (home === undefined) return;
  for (const page of site.pages) {
    if (page.kind === 'feed') continue;
    page.links.push({ from: page, to: home, anchor: 'Site by Agency Desk', rel: '', place: 'footer' });
  }
}
