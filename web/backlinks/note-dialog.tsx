import type { Backlink } from '../../shared/backlink.ts';
import { maxNote } from '../../shared/lead-values.ts';
import { Form } from '../ui/form/form.tsx';
import { TextArea } from '../ui/form/text-area.tsx';
import { CancelButton } from '../ui/overlay/cancel-button.tsx';
import { Modal } from '../ui/overlay/modal.tsx';
import { type SaveNote, useSendNote } from './use-send-note.ts';

interface NoteDialogProps {
  lead: Pick<Backlink, 'title' | 'domain' | 'note'>;
  onSave: SaveNote;
  onClose: () => void;
}

/** Writes a note about a lead. It stays open, with the text, until the note is saved or canceled. */
export function NoteDialog({ lead, onSave, onClose }: NoteDialogProps) {
  const send = useSendNote('note', onSave, onClose);
  const handleSubmit = (values: FormData) => send({ note: String(values.get('note')).trim() });
  return (
    <Modal title={`Note about ${lead.domain}`} onClose={onClose} hasCloseButton={false} keepsEntries>
      <Form submitLabel="Save note" onSubmit={handleSubmit} secondary={<CancelButton onClose={onClose} />}>
        <TextArea
          label="Note"
          name="note"
          rows={5}
          maxLength={maxNote}
          defaultValue={lead.note}
          autoComplete="off"
          hint="Only you can see it. “Download everything” includes it."
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </Form>
    </Modal>
  );
}
