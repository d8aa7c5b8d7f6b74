import { useState } from 'react';
import { Toggle } from '../form/toggle.tsx';
import { KeyHint } from '../key-hint.tsx';
import { Modal } from '../overlay/modal.tsx';
import { useKeys } from '../use-keys.ts';
import { listShortcuts, type Shortcut, useShortcutGroup } from './shortcut-list.ts';
import { setSingleKeys, useSingleKeys } from './single-keys.ts';

interface ShortcutsProps {
  /** What they belong to: 'Lists'. */
  of: string;
  list: readonly Shortcut[];
  /** Shows a button that opens the list, where there is a keyboard. */
  hasButton?: boolean;
}

/** Adds keyboard shortcuts to the list that ? opens. */
export function Shortcuts({ of, list, hasButton = false }: ShortcutsProps) {
  const [isOpen, setOpen] = useState(false);
  const isFirst = useShortcutGroup({ title: of, shortcuts: list });
  useKeys({ '?': isFirst ? () => setOpen(true) : undefined });
  return (
    <>
      {hasButton && (
        <button type="button" className="shortcuts-button quiet-link" onClick={() => setOpen(true)}>
          Keyboard shortcuts <KeyHint name="?" />
        </button>
      )}
      {isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const help = { title: 'Help', shortcuts: [{ keys: ['?'], action: 'Show these shortcuts' }] };

function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const hasSingleKeys = useSingleKeys();
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose} closeLabel="Close">
      <div className="mb-4">
        <Toggle
          label="Use single letters, digits, / and ? as shortcuts"
          checked={hasSingleKeys}
          onChange={setSingleKeys}
        />
      </div>
      <div className="grid gap-5">
        {[...listShortcuts(), help].map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1.5 font-semibold">{title}</h3>
            <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-1.5">
              {shortcuts.map(({ keys, action }) => (
                <div key={action} className="contents">
                  <dt className="flex gap-1">
                    {keys.map((key) => (
                      <kbd key={key} className="key-cap">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
