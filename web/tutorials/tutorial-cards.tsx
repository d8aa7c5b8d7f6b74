import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTheme } from '../theme.ts';
import { Modal } from '../ui/overlay/modal.tsx';
import { posterOf, TutorialFilm } from './tutorial-film.tsx';
import type { Tutorial } from './tutorials.ts';

/** Cards that open their tutorial in a modal. */
export function TutorialCards({ tutorials }: { tutorials: readonly Tutorial[] }) {
  const [open, setOpen] = useState<Tutorial | null>(null);
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {tutorials.map((tutorial) => (
          <li key={tutorial.title}>
            <TutorialCard tutorial={tutorial} onOpen={() => setOpen(tutorial)} />
          </li>
        ))}
      </ul>
      {open && (
        <Modal title={open.title} onClose={() => setOpen(null)}>
          <TutorialFilm tutorial={open} />
          <ol className="list-decimal space-y-2 pl-5 marker:font-bold">
            {open.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Modal>
      )}
    </>
  );
}

function TutorialCard({ tutorial, onOpen }: { tutorial: Tutorial; onOpen: () => void }) {
  const poster = posterOf(tutorial, useTheme());
  return (
    <button type="button" onClick={onOpen} className="tutorial-card card-surface">
      <span className="tutorial-card-picture">
        {poster && <img src={poster} alt="" width={768} height={480} loading="lazy" decoding="async" />}
        <span className="tutorial-card-play">
          <Play className="size-4 fill-current" aria-hidden="true" />
        </span>
      </span>
      <span className="text-lg leading-snug font-bold">{tutorial.title}</span>
      <span className="text-sm text-base-content/75">{tutorial.summary}</span>
    </button>
  );
}
