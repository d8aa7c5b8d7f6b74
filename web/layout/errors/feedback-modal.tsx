import { useState } from 'react';
import { sendFeedback } from '../../platform/services/error-reports.ts';
import { settings } from '../../platform/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import { TextArea } from '../../ui/form/text-area.tsx';
import { CancelButton } from '../../ui/overlay/cancel-button.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';

export function FeedbackModal({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const [isSent, setSent] = useState(false);
  const handleSubmit = async (values: FormData): Promise<FormProblems | undefined> => {
    const read = (name: string) => String(values.get(name) ?? '').trim();
    if (read('comment') === '') return { fields: { comment: 'Please tell us what happened.' } };
    const service = settings.services.errors;
    if (!service) return;
    try {
      await sendFeedback(service, { reportId, name: read('name'), email: read('email'), comment: read('comment') });
    } catch {
      return { form: 'Your feedback could not be sent. Check your connection and try again.' };
    }
    setSent(true);
    return;
  };
  return (
    <Modal
      title="Something broke. What were you doing?"
      onClose={onClose}
      hasCloseButton={isSent}
      keepsEntries={!isSent}
    >
      {isSent ? (
        <Banner tone="success">Thank you. We will look into it.</Banner>
      ) : (
        <Form submitLabel="Send" onSubmit={handleSubmit} secondary={<CancelButton onClose={onClose} />}>
          <p>We received the error report. A short note from you helps us fix it faster.</p>
          <Field label="Name (optional)" name="name" autoComplete="name" />
          <Field label="Email (optional)" name="email" type="email" autoComplete="email" hint="So we can reply." />
          <TextArea label="What happened?" name="comment" rows={5} />
        </Form>
      )}
    </Modal>
  );
}
