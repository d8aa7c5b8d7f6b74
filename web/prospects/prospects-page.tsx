import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { PageHeader } from '../layout/page/page-header.tsx';
import { askServer } from '../platform/api.ts';
import { saveFromServer } from '../platform/save-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { ProspectList } from './prospect-list.tsx';
import { SiteRules } from './site-rules.tsx';

/** Every site the user has come across, and the sites that campaigns leave out. */
export function ProspectsPage() {
  const file = useMutation({
    mutationFn: () =>
      saveFromServer({ download: () => askServer('GET /data/prospects.csv', {}), name: 'prospects.csv' }),
    onError: (error) => showToast('error', `The file could not be saved. ${error.message}`),
  });
  return (
    <>
      <PageHeader
        title="Prospects"
        intro="Every site from your campaigns, once. New campaigns leave out sites you already know, before anything is charged."
        actions={
          <ActionButton tone="plain" icon={Download} isBusy={file.isPending} onClick={() => file.mutate()}>
            Download prospects
          </ActionButton>
        }
      />
      <ProspectList />
      <SiteRules />
    </>
  );
}
