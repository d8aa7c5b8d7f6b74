import { Spinner } from '../../ui/spinner.tsx';

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label: string;
  onPress: () => void;
}

/** Loads the next page of a list, while there is one. */
export function MoreButton({ query, label, onPress }: MoreButtonProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!hasNextPage) return null;
  const handleClick = () => {
    if (isFetchingNextPage) return;
    onPress();
    void fetchNextPage();
  };
  return (
    <button type="button" className="btn btn-plain mt-2 mb-4" aria-disabled={isFetchingNextPage} onClick={handleClick}>
      {isFetchingNextPage && <Spinner className="size-4" />}
      {label}
    </button>
  );
}
