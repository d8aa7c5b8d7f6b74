// A user's notes about a lead. Without schemas: the browser uses these lists too.

/** Why a lead was removed, in the order of the keys 1 to 5. */
export const removalReasons = ['irrelevant', 'low-quality', 'spam', 'paid', 'competitor'] as const;
export type RemovalReason = (typeof removalReasons)[number];

export const removalTexts: Readonly<Record<RemovalReason, string>> = {
  irrelevant: 'Not relevant',
  'low-quality': 'Poor quality',
  spam: 'Link farm or spam',
  paid: 'Asks for money',
  competitor: 'Competitor',
};

/** The reason of a lead that is removed now. One that was kept since has none. */
export const reasonOf = ({ keep, removal_reason }: { keep: boolean; removal_reason: RemovalReason | null }) =>
  keep ? null : removal_reason;

export const maxNote = 2_000;
export const maxTags = 20;
export const maxTag = 40;

/** Tags from text with commas between them: trimmed, each once, whatever its case. */
export function readTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const tag = part.trim().replace(/\s+/g, ' ');
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}
