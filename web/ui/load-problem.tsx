import { CircleAlert, RotateCw } from 'lucide-react';
import { EmptyState } from './empty-state.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface LoadProblemProps {
  error: Error;
  onRetry: () => void;
}

/** Shown in place of something that could not be loaded. */
export function LoadProblem({ error, onRetry }: LoadProblemProps) {
  const place = useFocusBack<HTMLDivElement>();
  const action = (
    <button type="button" className="btn btn-plain" onClick={onRetry}>
      <RotateCw className="size-4" aria-hidden="true" />
      Try again
    </button>
  );
  return (
    <div ref={place} role="alert">
      <EmptyState icon={CircleAlert} action={action}>
        {error.message}
      </EmptyState>
    </div>
  );
}
