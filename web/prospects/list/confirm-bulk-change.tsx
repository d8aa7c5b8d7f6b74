import { maxSiteRules } from '../../../shared/prospect-values.ts';
import { Banner } from '../../ui/banner.tsx';
import { isRepeatedClick } from '../../ui/one-press.ts';
import { Modal } from '../../ui/overlay/modal.tsx';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { kindNames, stateNames } from '../prospect-words.ts';
import type { SiteChange } from './use-site-change.ts';

interface ConfirmBulkChangeProps {
  change: SiteChange;
  total: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before all sites that match a filter are changed. */
export function ConfirmBulkChange({ change, total, onConfirm, onClose }: ConfirmBulkChangeProps) {
  const isTooMany = 'kind' in change && total > maxSiteRules;
  const effect =
    'kind' in change
      ? `add them to “${kindNames[change.kind]}”`
      : `set the state of all of them to “${stateNames[change.state]}”`;
  return (
    <Modal title={`Change ${countOf(total, 'site')}?`} closeLabel="Cancel" onClose={onClose}>
      {isTooMany ? (
        <Banner tone="error">
          You can have up to {formatNumber(maxSiteRules)} sites and patterns. Narrow the list, or add a pattern such as
          *.example.com below.
        </Banner>
      ) : (
        <>
          <p>This will {effect}, including those on other pages of the list. You can undo it afterward.</p>
          <button
            type="button"
            className="btn btn-primary mt-5 h-11"
            onClick={(event) => isRepeatedClick(event) || onConfirm()}
          >
            Change {countOf(total, 'site')}
          </button>
        </>
      )}
    </Modal>
  );
}
