// Shows the messages of toasts.ts in a corner. The box is a popover, so that it is also above an open dialog.
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFocusBack } from '../use-focus-back.ts';
import { closeAllToasts, closeToast, type Toast, useToasts } from './toasts.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info } as const;
const colors = { success: 'text-success', error: 'text-error', info: 'text-info' } as const;

export function Toaster() {
  const toasts = useToasts();
  const box = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    // Shown again for each message, because a dialog opened in between would cover it.
    box.current?.hidePopover?.();
    if (newest !== undefined) box.current?.showPopover?.();
  }, [newest]);
  useEffect(() => closeAllToasts, []);
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
    <div ref={place} data-toast={id} className="card-surface flex items-start gap-3 py-3 pr-2 pl-4">
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
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label="Close message"
        onClick={() => closeToast(id)}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
