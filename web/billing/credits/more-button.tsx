interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label: string;
}

/** Loads the next page of a list, while there is one. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, label }: MoreButtonProps) {
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="btn btn-plain mt-2 mb-4"
      aria-disabled={isFetchingNextPage}
      onClick={() => !isFetchingNextPage && void fetchNextPage()}
    >
      {isFetchingNextPage && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
      {label}
    </button>
  );
}
