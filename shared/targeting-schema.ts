// The schema of a campaign's targeting, for the API.
import { z } from 'zod';
import { footprints, periods } from './targeting-values.ts';

const publicationDates = z.union([
  z.strictObject({ within: z.enum(periods) }),
  z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
]);

export const targeting = z.object({
  include: z.array(z.string()).optional().meta({ description: 'Words and phrases that every page must contain.' }),
  exclude: z.array(z.string()).optional().meta({ description: 'Words and phrases that no page may contain.' }),
  footprints: z
    .array(z.enum(footprints))
    .optional()
    .meta({ description: 'Kinds of pages: those with “write for us”, resource pages, rankings, alternatives.' }),
  dates: publicationDates.optional().meta({ description: 'When pages were published.' }),
  results: z.int().optional().meta({ description: 'How many search results to find; 100 if missing.' }),
});
export type Targeting = z.output<typeof targeting>;
