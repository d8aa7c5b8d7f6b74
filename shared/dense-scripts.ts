// Scripts that write words without spaces between them: Thai to Tibetan, Khmer, kana, and Chinese characters.

export const DENSE = /[\u0e00-\u0fff\u1780-\u17ff\u3040-\u9fff]/;

/** Smaller codes are not dense. */
export const FIRST_DENSE = 0x0e00;

/** The same for the code of a character from FIRST_DENSE on. */
export const isDense = (code: number): boolean =>
  code < 0x1000 || (code >= 0x1780 && code < 0x1800) || (code >= 0x3040 && code < 0xa000);
