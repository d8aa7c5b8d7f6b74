import { useIsMutating } from '@tanstack/react-query';
import { savesKey } from '../../platform/pending-saves.ts';
import { isRepeatedClick } from '../../ui/one-press.ts';
import { Modal, markAsFirst } from '../../ui/overlay/modal.tsx';

interface LogOutQuestionProps {
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before choices that are not saved yet are lost. They may be saved while it is open. */
export function LogOutQuestion({ onLeave, onStay }: LogOutQuestionProps) {
  const isUnsaved = useIsMutating({ mutationKey: savesKey() }) > 0;
  return (
    <Modal title={isUnsaved ? 'Log out without saving?' : 'Log out?'} hasCloseButton={false} onClose={onStay}>
      <p>
        {isUnsaved
          ? 'Your last changes are not saved yet. If you log out now, they will be lost.'
          : 'There are no unsaved changes left.'}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-outline btn-error h-11"
          onClick={(event) => isRepeatedClick(event) || onLeave()}
        >
          {isUnsaved ? 'Log out without saving' : 'Log out'}
        </button>
        <button type="button" className="btn btn-plain h-11" ref={markAsFirst} onClick={onStay}>
          Stay logged in
        </button>
      </div>
    </Modal>
  );
}
