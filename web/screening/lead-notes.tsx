// The note and the tags of the current lead, and their dialogs.
import { StickyNote, Tag } from 'lucide-react';
import type { Backlink } from '../../shared/backlink.ts';
import { NoteDialog } from '../backlinks/note-dialog.tsx';
import { TagsDialog, tagsOf } from '../backlinks/tags-dialog.tsx';
import { type NoteChange, useSaveNotes } from '../backlinks/use-save-notes.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { Badge } from '../ui/values/badge.tsx';

export type NotesDialog = 'note' | 'tags' | null;

interface LeadNotesProps {
  lead: Backlink;
  onOpen: (dialog: NotesDialog) => void;
}

export function LeadNotes({ lead, onOpen }: LeadNotesProps) {
  return (
    <div className="mt-4 grid gap-2 text-sm">
      {lead.tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {lead.tags.map((tag) => (
            <Badge key={tag} tone="plain" title={tag}>
              {tag}
            </Badge>
          ))}
        </p>
      )}
      {lead.note && <p className="wrap-anywhere whitespace-pre-line">{lead.note}</p>}
      <div className="-ml-2 flex gap-1">
        <button type="button" className="btn btn-ghost btn-sm gap-1.5 px-2" onClick={() => onOpen('note')}>
          <StickyNote className="size-4" aria-hidden="true" />
          {lead.note ? 'Edit note' : 'Add note'} <KeyHint name="N" />
        </button>
        <button type="button" className="btn btn-ghost btn-sm gap-1.5 px-2" onClick={() => onOpen('tags')}>
          <Tag className="size-4" aria-hidden="true" />
          Tags <KeyHint name="T" />
        </button>
      </div>
    </div>
  );
}

interface NotesDialogsProps {
  campaignId: string;
  lead: Backlink;
  leads: readonly Backlink[];
  open: NotesDialog;
  onClose: () => void;
}

export function NotesDialogs({ campaignId, lead, leads, open, onClose }: NotesDialogsProps) {
  const save = useSaveNotes(campaignId);
  const onSave = (change: NoteChange, signal: AbortSignal) => save({ id: lead.id, change, signal });
  const dialog = { lead, onClose, onSave };
  if (open === 'note') return <NoteDialog {...dialog} />;
  return open === 'tags' ? <TagsDialog {...dialog} known={tagsOf(leads)} /> : null;
}
