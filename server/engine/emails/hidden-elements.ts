// Hidden places. An address alone in a hidden element is a honeypot for harvesters; one in a panel opened by a click (a dialog,
// a menu, a form) is for readers. Its class or the amount of text that is hidden together distinguishes them.
import type { PageFacts } from '../pages/page-facts.ts';

/** On recorded pages, honeypots had under 100 characters, panels with an address over 200. */
const PANEL_CHARACTERS = 150;
const TRAP_WORDS =
  /leave (?:this )?(?:field )?(?:empty|blank)|do not (?:fill|write|send|use|e-?mail)|don[’']?t (?:fill|write|send|use|e-?mail)|(?:you are|you're) (?:a )?human|spam ?trap|honey ?pot|bots? only|for (?:bots|robots|spiders|crawlers|harvesters)|nicht ausfüllen|frei lassen|leer lassen|bitte leer|ne pas remplir|dejar? (?:en blanco|vac[ií]o)/i;

/** Whether an address in this hidden element is meant for readers. */
export function isOpenToReaders(facts: PageFacts, index: number): boolean {
  const element = facts.hiddenElements[index];
  if (element === undefined) return true;
  if (!element.onDemand && element.characters < PANEL_CHARACTERS) return false;
  return !TRAP_WORDS.test(element.text);
}
