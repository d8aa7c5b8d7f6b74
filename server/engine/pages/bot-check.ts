// Pages that ask whether the visitor is a robot, in place of the page that was requested. Many come with a good status.
import { countWordsIn } from './count-words.ts';
import type { PageFacts } from './page-facts.ts';
import { titlesOf } from './page-titles.ts';

/** Bot checks explain themselves. */
export const checkWords = 250;
/** They link to whoever runs the check, but have no menu. */
export const checkLinks = 8;

const BOT_CHECK =
  /\bjust a moment\b|\bone moment, please\b|\battention required\b|\baccess (?:to this page has been )?denied\b|\b(?:not|are you|you are|you’re|you're) (?:a )?(?:robot|bot|human)\b|\brobot or human\b|\brobot challenge\b|\b(?:human|bot) verification\b|\bverif(?:y|ying) (?:that )?you are (?:a )?human\b|\bchecking your browser\b|\bpardon our interruption\b|\bsecurity (?:check(?:point)?|verification)\b|^client challenge$|\b(?:re)?captcha\b|\bddos[- ]guard\b|^403\b|\b403 forbidden\b|^(?:nur einen moment|un momento|un instant|um momento|een moment|chwileczkę|подождите|один момент|しばらくお待ちください|请稍候|請稍候)/iu;

/** How SiteGround, AWS and Cloudflare mark a check that has no text yet. */
const MARKS: Readonly<Record<string, RegExp>> = {
  'sg-captcha': /^challenge\b/i,
  'x-amzn-waf-action': /^(?:challenge|captcha)\b/i,
  'cf-mitigated': /^challenge\b/i,
};

export const namesBotCheck = (title: string): boolean => BOT_CHECK.test(title);

/** Whether this is a bot check and nothing else. An article about them has more words, or a menu. */
export function isBotCheck(facts: PageFacts): boolean {
  if (facts.links.length > checkLinks || countWordsIn(facts.blocks, checkWords) >= checkWords) return false;
  return titlesOf(facts).some(namesBotCheck);
}

/** Whether the headers of a response say so. */
export function isMarkedAsBotCheck(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return Object.entries(MARKS).some(([name, mark]) => mark.test(String(headers[name] ?? '')));
}
