// The film of a tutorial, with its captions. Before the first recording nothing is shown.
import { type Theme, useTheme } from '../theme.ts';
import type { Tutorial } from './tutorials.ts';

const files = import.meta.glob<string>('./films/*', { eager: true, query: '?url', import: 'default' });

const fileOf = (film: string, kind: 'webm' | 'mp4' | 'webp' | 'vtt') => files[`./films/${film}.${kind}`];

/** The poster of a film, in the theme of the page. */
export function posterOf({ film }: Tutorial, theme: Theme): string | undefined {
  return (theme === 'dark' ? fileOf(`${film}-dark`, 'webp') : undefined) ?? fileOf(film, 'webp');
}

export function TutorialFilm({ tutorial }: { tutorial: Tutorial }) {
  const { film, title } = tutorial;
  const theme = useTheme();
  if (!fileOf(film, 'webm')) return null;
  return (
    // The user started it by opening the tutorial; it has no sound.
    <video
      className="mb-6 aspect-[16/10] w-full rounded-box border border-base-300 bg-base-200"
      controls
      playsInline
      muted
      autoPlay={!window.matchMedia('(prefers-reduced-motion: reduce)').matches}
      preload="metadata"
      poster={posterOf(tutorial, theme)}
      aria-label={`Video: ${title}`}
    >
      <source src={fileOf(film, 'webm')} type="video/webm" />
      <source src={fileOf(film, 'mp4')} type="video/mp4" />
      <track kind="captions" srcLang="en" label="English" src={fileOf(film, 'vtt')} default />
    </video>
  );
}
