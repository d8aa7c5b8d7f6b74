// How partners are asked for the email address of a person (server/engine/finding/partners).
import { z } from 'zod';

export const emailWaterfallVariables = {
  EMAIL_DOLLARS_PER_CONTACT: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, 'an amount in dollars such as 0.25')
    .default('0.25'),
};

type Variables = z.infer<z.ZodObject<typeof emailWaterfallVariables>>;

export interface EmailWaterfall {
  /** The most that the partners' answers about one contact may cost. */
  dollarsPerContact: number;
}

export function readEmailWaterfall(env: Variables): EmailWaterfall {
  return { dollarsPerContact: Number(env.EMAIL_DOLLARS_PER_CONTACT) };
}
