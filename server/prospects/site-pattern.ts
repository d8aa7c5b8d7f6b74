// Patterns of the blocklist, of a user's own sites and of competitors. `example.com` means that site with all its pages and
// subdomains; on a shared platform it means that host. `*.example.com` means everything below it, so `*.blogspot.com` means
// all blogs there.
import type { SiteRuleKind } from '../../shared/prospect-values.ts';
import { domainOf } from '../engine/pages/page-url.ts';

const host = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/** The pattern as it is stored: users paste URLs, hosts with www and mixed case. Null if it is none. */
export function toSitePattern(text: string): string | null {
  const wild = text.trim().toLowerCase();
  if (wild.startsWith('*.')) {
    const below = hostOf(wild.slice(2));
    return below === null ? null : `*.${below}`;
  }
  const site = toSite(wild);
  return site?.includes('.') ? site : null;
}

/** The site that a URL, a host or a domain belongs to; null if the text is none of them. */
export function toSite(text: string): string | null {
  const name = hostOf(text.trim().toLowerCase());
  return name === null ? null : domainOf(`http://${name}/`);
}

function hostOf(text: string): string | null {
  if (text === '' || text.length > 2_000 || /\s/.test(text)) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//.test(text) ? text : `http://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const name = url.hostname.replace(/\.$/, '');
  return name.length <= 253 && host.test(name) ? name : null;
}

/** Every pattern that would cover the site, the closest first. `*.example.com` is what people write for example.com itself, too. */
export function patternsAbout(site: string): string[] {
  const patterns = [site];
  for (let at = site.indexOf('.'); at >= 0; at = site.indexOf('.', at + 1)) patterns.push(`*${site.slice(at)}`);
  return [...patterns, `*.${site}`];
}

/** Finds the pattern that covers a site. Takes as many steps as the site has labels, however many patterns there are. */
export function createSiteMatcher<Rule extends { pattern: string }>(
  rules: readonly Rule[],
): (site: string) => Rule | null {
  const byPattern = new Map(rules.map((rule) => [rule.pattern, rule]));
  return (site) => {
    for (const pattern of patternsAbout(site)) {
      const rule = byPattern.get(pattern);
      if (rule) return rule;
    }
    return null;
  };
}

/** A site may be under several rules. Own sites and competitors are never delivered, so these rules come first. */
export function createRuleMatcher<Rule extends { kind: SiteRuleKind; pattern: string }>(
  rules: readonly Rule[],
): (site: string) => Rule | null {
  const matchNever = createSiteMatcher(rules.filter(({ kind }) => kind !== 'blocked'));
  const matchBlocked = createSiteMatcher(rules.filter(({ kind }) => kind === 'blocked'));
  return (site) => matchNever(site) ?? matchBlocked(site);
}
