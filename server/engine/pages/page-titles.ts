// What a page calls itself, for telling error pages and bot checks from the page that was requested.
import type { PageFacts } from './page-facts.ts';

const SEGMENT_CHARACTERS = 90;

/** The title, its parts, and the headline. Sites put their name into the title. */
export function titlesOf(facts: PageFacts): string[] {
  const heading = facts.blocks[facts.headline]?.text ?? facts.blocks.find((block) => block.heading > 0)?.text ?? '';
  const parts = facts.title.slice(0, 300).split(/\s[|–—·»•-]\s|[|»]/);
  return [facts.title, ...parts, heading].map((part) => part.trim().slice(0, SEGMENT_CHARACTERS)).filter(Boolean);
}
