// What positions mean for outreach, and whom Zeus looks for when a page names no author.

export const contactRoles = ['editor', 'content', 'seo', 'marketing', 'founder'] as const;
export type ContactRole = (typeof contactRoles)[number];
