import { useId } from 'react';
import { maxRuleReason } from '../../shared/prospect-values.ts';
import { Field } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { CancelButton } from '../ui/overlay/cancel-button.tsx';
import { Modal } from '../ui/overlay/modal.tsx';

const usualReasons = ['Link farm', 'Not relevant', 'Asks for money', 'Poor quality', 'Never replies'];

interface BlockReasonProps {
  domain: string;
  onSave: (reason: string) => void;
  onClose: () => void;
}

/** Asks why a site was blocked. */
export function BlockReason({ domain, onSave, onClose }: BlockReasonProps) {
  const listId = useId();
  const handleSubmit = async (values: FormData) => {
    const reason = String(values.get('reason')).trim();
    if (reason === '') return { fields: { reason: 'Enter a reason.' } };
    onSave(reason);
    onClose();
    return undefined;
  };
  return (
    <Modal title={`Why is ${domain} blocked?`} onClose={onClose} hasCloseButton={false} keepsEntries>
      <Form submitLabel="Save reason" onSubmit={handleSubmit} secondary={<CancelButton onClose={onClose} />}>
        <Field label="Reason" name="reason" autoComplete="off" maxLength={maxRuleReason} list={listId} />
        <datalist id={listId}>
          {usualReasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
      </Form>
    </Modal>
  );
}
