import { useRef } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { maxTag, maxTags, readTags } from '../../shared/lead-values.ts';
import { Field } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { CancelButton } from '../ui/overlay/cancel-button.tsx';
import { Modal } from '../ui/overlay/modal.tsx';
import { type SaveNote, useSendNote } from './use-send-note.ts';

interface TagsDialogProps {
  lead: Pick<Backlink, 'domain' | 'tags'>;
  /** The tags of the campaign, for choosing. */
  known: readonly string[];
  onSave: SaveNote;
  onClose: () => void;
}

export function TagsDialog({ lead, known, onSave, onClose }: TagsDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = useSendNote('tags', onSave, onClose);
  const handleSubmit = async (values: FormData) => {
    const tags = readTags(String(values.get('tags'))).map((tag) => asKnown(tag, known));
    if (tags.length > maxTags) return { fields: { tags: `A lead can have up to ${maxTags} tags.` } };
    const long = tags.find((tag) => tag.length > maxTag);
    if (long) return { fields: { tags: `A tag can have up to ${maxTag} characters.` } };
    return send({ tags });
  };
  const toggle = (tag: string) => {
    if (!input.current) return;
    const tags = readTags(input.current.value);
    const others = tags.filter((one) => one.toLowerCase() !== tag.toLowerCase());
    input.current.value = (others.length < tags.length ? others : [...tags, tag]).join(', ');
    input.current.focus();
  };
  return (
    <Modal title={`Tags for ${lead.domain}`} onClose={onClose} hasCloseButton={false} keepsEntries>
      <Form submitLabel="Save tags" onSubmit={handleSubmit} secondary={<CancelButton onClose={onClose} />}>
        <Field
          ref={input}
          label="Tags"
          name="tags"
          autoComplete="off"
          defaultValue={lead.tags.join(', ')}
          hint="Separate tags with commas."
        />
        {known.length > 0 && (
          <fieldset className="flex flex-wrap gap-2" aria-label="Tags in this campaign">
            {known.map((tag) => (
              <button key={tag} type="button" className="btn btn-plain btn-xs max-w-full" onClick={() => toggle(tag)}>
                <span className="truncate">{tag}</span>
              </button>
            ))}
          </fieldset>
        )}
      </Form>
    </Modal>
  );
}

/** The campaign's spelling of a tag. */
function asKnown(tag: string, known: readonly string[]): string {
  return known.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? tag;
}

/** The tags of these backlinks, each once, in alphabetical order. */
export function tagsOf(backlinks: readonly Pick<Backlink, 'tags'>[]): string[] {
  return [...new Set(backlinks.flatMap(({ tags }) => tags))].sort();
}
