// WebVTT captions: each stays until the next one starts.

export interface Caption {
  text: string;
  /** Seconds since the epoch. */
  at: number;
}

export function toWebVtt(captions: readonly Caption[], { begin, end }: { begin: number; end: number }): string {
  const cues = captions.map(({ text, at }, index) => {
    const until = captions[index + 1]?.at ?? end;
    return `${clock(at - begin)} --> ${clock(until - begin)}\n${text}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function clock(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1_000));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 60_000)}:${two((ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, '0')}`;
}
