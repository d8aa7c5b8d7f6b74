// Renaming and deleting a campaign.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Campaign } from '../../shared/campaign.ts';
import { ApiError } from '../platform/api.ts';
import { Field } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import type { FormProblems } from '../ui/form/form-problems.ts';
import { CancelButton } from '../ui/overlay/cancel-button.tsx';
import { Modal, markAsFirst } from '../ui/overlay/modal.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { useIsShown } from '../ui/use-is-shown.ts';
import { deleteCampaign, isWorking, renameCampaign } from './campaigns.api.ts';

interface DialogProps {
  campaign: Campaign;
  onClose: () => void;
}

export function RenameDialog({ campaign, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const { isSending, attempt } = useAttempt(onClose);
  const handleSubmit = async (values: FormData) => {
    const keyword = String(values.get('keyword')).trim();
    if (keyword === '') return { fields: { keyword: 'Name cannot be empty' } };
    return attempt(async () => {
      if (keyword !== campaign.keyword) await renameCampaign(campaign.id, keyword);
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
    });
  };
  return (
    <Modal title="Rename campaign" onClose={onClose} hasCloseButton={false} isLocked={isSending}>
      <Form
        submitLabel="Save"
        onSubmit={handleSubmit}
        secondary={<CancelButton onClose={onClose} isLocked={isSending} />}
      >
        <Field
          label="Name"
          name="keyword"
          autoComplete="off"
          maxLength={200}
          defaultValue={campaign.keyword}
          hint="Only the name changes. Your results stay the same."
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
  const { isSending, attempt } = useAttempt(onClose);
  const handleSubmit = () =>
    attempt(async () => {
      await deleteCampaign(asked.id);
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
      showToast('success', `“${asked.keyword}” was deleted.`);
    });
  return (
    <Modal title="Delete this campaign?" onClose={onClose} hasCloseButton={false} isLocked={isSending}>
      <Form
        submitLabel="Delete campaign"
        tone="error"
        onSubmit={handleSubmit}
        secondary={<CancelButton onClose={onClose} isLocked={isSending} isFirst />}
      >
        <p>
          <strong className="wrap-anywhere">{asked.keyword}</strong> will be permanently deleted with its search
          results, backlinks and contacts. {isWorking(asked) && 'Zeus stops working on it. '}
          Credits you have spent are not refunded. Download what you need first.
        </p>
        <p role="status" className="font-medium empty:hidden">
          {isSending && 'Deleting… This can no longer be canceled.'}
        </p>
      </Form>
    </Modal>
  );
}

/** Performs a dialog's action and closes it, unless another dialog has replaced it by then. */
function useAttempt(onClose: () => void) {
  const [isSending, setSending] = useState(false);
  const isShown = useIsShown();
  const attempt = async (work: () => Promise<void>): Promise<FormProblems | undefined> => {
    setSending(true);
    try {
      await work();
      if (isShown()) onClose();
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return { form: error.message };
      throw error;
    } finally {
      setSending(false);
    }
  };
  return { isSending, attempt };
}
