// What positions mean for outreach, and whom Zeus looks for when a page names no author.

export const contactRoles = ['editor', 'content', 'seo', 'marketing', 'founder'] as const;
export type ContactRole = (typeof contactRoles)[number];

export const roleNames: Readonly<Record<ContactRole, string>> = {
  editor: 'Editor',
  content: 'Content',
  seo: 'SEO',
  marketing: 'Marketing',
  founder: 'Founder',
};

/** The steps after the author, in the default order. */
export const fallbackSteps = ['editor', 'marketing', 'founder', 'generic', 'form'] as const;
export type FallbackStep = (typeof fallbackSteps)[number];

export const fallbackNames: Readonly<Record<FallbackStep, string>> = {
  editor: 'Editor or content',
  marketing: 'Marketing or SEO',
  founder: 'Founder or owner',
  generic: 'Generic email',
  form: 'Contact form',
};

/** The step that finds people of this role. */
export const stepOfRole: Readonly<Record<ContactRole, FallbackStep>> = {
  editor: 'editor',
  content: 'editor',
  seo: 'marketing',
  marketing: 'marketing',
  founder: 'founder',
};

/** The steps among these values, each once; a stored order may be of another version. */
export function readFallbackOrder(values: readonly unknown[]): FallbackStep[] {
  return [...new Set(values)].flatMap((value) => fallbackSteps.find((step) => step === value) ?? []);
}
