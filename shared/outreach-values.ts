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

/** All steps after the author, in their usual order. */
export const fallbackSteps = ['editor', 'marketing', 'founder', 'generic', 'form'] as const;
export type FallbackStep = (typeof fallbackSteps)[number];

/** Author Mode pays for a generic email only if the user turns that step on: the full domain search offers the same (decision 68). */
export const defaultFallbackOrder: readonly FallbackStep[] = fallbackSteps.filter((step) => step !== 'generic');

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

/** The given order with every missing step at its usual place: after the last step that usually precedes it. */
export function withAllSteps(order: readonly FallbackStep[]): FallbackStep[] {
  return fallbackSteps.reduce(
    (list: FallbackStep[], step, i) => {
      if (list.includes(step)) return list;
      const place = list.findLastIndex((one) => fallbackSteps.indexOf(one) < i) + 1;
      return list.toSpliced(place, 0, step);
    },
    [...order],
  );
}

/** The steps among these values, each once; a stored order may be of another version. */
export function readFallbackOrder(values: readonly unknown[]): FallbackStep[] {
  return [...new Set(values)].flatMap((value) => fallbackSteps.find((step) => step === value) ?? []);
}
