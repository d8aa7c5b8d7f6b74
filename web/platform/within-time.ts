/** Rejects with `late` if the work takes longer. */
export function withinTime<Result>(ms: number, work: Promise<Result>, late: Error): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, late);
  });
  return Promise.race([work, isLate]).finally(() => clearTimeout(timer));
}
