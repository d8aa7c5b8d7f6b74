// Renaming and deleting a campaign.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign } from '../../shared/campaign.ts';
import { ApiError } from '../platform/api.ts';
import { Field } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import type { FormProblems } from '../ui/form/form-problems.ts';
import { Modal } from '../ui/overlay/modal.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { deleteCampaign, isWorking, renameCampaign } from './campaigns.api.ts';

interface DialogProps {
  campaign: Campaign;
  onClose: () => void;
}

export function RenameDialog({ campaign, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const handleSubmit = async (values: FormData) => {
    const keyword = String(values.get('keyword')).trim();
    if (keyword === '') return { fields: { keyword: 'Keyword cannot be empty' } };
    return attempt(async () => {
      if (keyword !== campaign.keyword) await renameCampaign(campaign.id, keyword);
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
      onClose();
    });
  };
  return (
    <Modal title="Rename campaign" onClose={onClose} hasCloseButton={false}>
      <Form submitLabel="Save" onSubmit={handleSubmit} secondary={<CancelButton onClose={onClose} />}>
        <Field
          label="Keyword"
          name="keyword"
          autoComplete="off"
          maxLength={200}
          defaultValue={campaign.keyword}
          hint="Only the name changes. What Zeus has found stays as it is."
          ref={markAsFirst}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Form>
    </Modal>
  );
}

export function DeleteDialog({ campaign, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const [asked] = useState(campaign);
  const handleSubmit = () =>
    attempt(async () => {
      await deleteCampaign(asked.id);
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
      showToast('success', `“${asked.keyword}” is deleted.`);
      onClose();
    });
  return (
    <Modal title="Delete this campaign?" onClose={onClose} hasCloseButton={false}>
      <Form
        submitLabel="Delete campaign"
        tone="error"
        onSubmit={handleSubmit}
        secondary={<CancelButton onClose={onClose} isFirst />}
      >
        <p>
          <strong className="wrap-anywhere">{asked.keyword}</strong> is removed with its search results, backlinks and
          contacts, at once and for good. {isWorking(asked) && 'What Zeus is doing for it stops. '}
          Credits that were spent stay spent. Download what you need first.
        </p>
      </Form>
    </Modal>
  );
}

/** A dialog gives the focus to what has this attribute, which React does not write. */
const markAsFirst = (control: HTMLElement | null) => control?.setAttribute('autofocus', '');

function CancelButton({ onClose, isFirst = false }: { onClose: () => void; isFirst?: boolean }) {
  return (
    <button type="button" className="btn btn-plain h-11" onClick={onClose} ref={isFirst ? markAsFirst : undefined}>
      Cancel
    </button>
  );
}

async function attempt(work: () => Promise<void>): Promise<FormProblems | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return { form: error.message };
    throw error;
  }
}
