import { useMutation } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../layout/page/page-header.tsx';
import { askServer } from '../platform/api.ts';
import { saveFromServer } from '../platform/save-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { ImportProspects } from './import/import-prospects.tsx';
import { toFilter, useProspectView } from './list/prospect-filter.ts';
import { ProspectList } from './list/prospect-list.tsx';
import { SiteRules } from './site-rules.tsx';

/** Every site the user has come across, and the sites that campaigns leave out. */
export function ProspectsPage() {
  const viewState = useProspectView();
  const [isImporting, setImporting] = useState(false);
  const query = toFilter(viewState.view);
  const isFiltered = Object.keys(query).length > 0;
  const file = useMutation({
    mutationFn: () =>
      saveFromServer({
        download: (signal) => askServer('GET /data/prospects.csv', { query, signal }),
        name: 'prospects.csv',
      }),
    onError: (error) => showToast('error', `The file could not be saved. ${error.message}`),
  });
  return (
    <>
      <PageHeader
        title="Prospects"
        intro="Every site from your campaigns, listed once. New campaigns leave out the sites you already know before anything is charged."
        actions={
          <div className="flex flex-wrap gap-3">
            <ActionButton tone="plain" icon={Upload} onClick={() => setImporting(true)}>
              Import
            </ActionButton>
            <ActionButton tone="plain" icon={Download} isBusy={file.isPending} onClick={() => file.mutate()}>
              {isFiltered ? 'Download matching' : 'Download prospects'}
            </ActionButton>
          </div>
        }
      />
      <ProspectList viewState={viewState} />
      <SiteRules />
      {isImporting && <ImportProspects onClose={() => setImporting(false)} />}
    </>
  );
}
