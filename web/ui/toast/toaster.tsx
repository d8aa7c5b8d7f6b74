// Shows the messages of toasts.ts in a corner, above everything else. While a dialog is open they are inside it, because the rest of
// the page cannot be used then.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../icon-button.tsx';
import { useTopDialog } from '../overlay/open-dialogs.ts';
import { useFocusBack } from '../use-focus-back.ts';
import { closeAllToasts, closeToast, type Toast, useToasts } from './toasts.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info } as const;
const colors = { success: 'text-success', error: 'text-error', info: 'text-info' } as const;

export function Toaster() {
  const toasts = useToasts();
  const dialog = useTopDialog();
  useEffect(() => closeAllToasts, []);
  return (
    <>
      <ToastBox toasts={dialog ? [] : toasts} />
      {dialog && createPortal(<ToastBox toasts={toasts} />, dialog)}
    </>
  );
}

/** Shown even if it is empty: screen readers only announce what is added to a box that is there. */
function ToastBox({ toasts }: { toasts: readonly Toast[] }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = box.current;
    shown?.showPopover?.();
    return () => shown?.hidePopover?.();
  }, []);
  return (
    <div ref={box} popover="manual" className="toaster" role="log" aria-live="polite" aria-label="Messages">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, tone, text, actions } }: { toast: Toast }) {
  const Icon = icons[tone];
  const place = useFocusBack<HTMLDivElement>();
  return (
    <div
      ref={place}
      data-toast={id}
      role={tone === 'error' ? 'alert' : undefined}
      className="card-surface flex items-start gap-3 py-3 pr-2 pl-4"
    >
      <Icon className={`mt-1 size-5 shrink-0 ${colors[tone]}`} aria-hidden="true" />
      <div className="min-w-0 grow py-0.5 wrap-anywhere">
        <p>{text}</p>
        {actions.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-4">
            {actions.map(({ label, onClick }) => (
              <button
                key={label}
                type="button"
                className="text-link cursor-pointer font-semibold"
                onClick={() => {
                  closeToast(id);
                  onClick();
                }}
              >
                {label}
              </button>
            ))}
          </p>
        )}
      </div>
      <IconButton label="Close message" icon={X} onClick={() => closeToast(id)} />
    </div>
  );
}
