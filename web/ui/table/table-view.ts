// Which page of a table is shown, in which order and filtered by what. It is kept in the address, so that a reload,
// a bookmark and the Back button come to the same place. The entry in the history is changed, none is added.
import { useCallback, useState } from 'react';

export interface TableView {
  /** From 0. May lie behind the last page after rows have gone; the table then shows the last one. */
  readonly page: number;
  /** The column's id, and '-' before it for descending; null: as the rows come. */
  readonly sort: string | null;
  readonly filter: string;
}

const start: TableView = { page: 0, sort: null, filter: '' };

/** `name` tells the tables of one page apart in the address. */
export function useTableView(name = ''): [TableView, (change: Partial<TableView>) => void] {
  const [view, setView] = useState(() => readView(name));
  const changeView = useCallback(
    (change: Partial<TableView>) =>
      setView((before) => {
        const after = { ...before, ...change };
        writeView(name, after);
        return after;
      }),
    [name],
  );
  return [view, changeView];
}

const parameters = (name: string) => ({ page: `${name}page`, sort: `${name}sort`, filter: `${name}find` });

function readView(name: string): TableView {
  const query = new URLSearchParams(window.location.search);
  const { page, sort, filter } = parameters(name);
  const number = Number(query.get(page) ?? 1);
  return {
    page: Number.isSafeInteger(number) && number > 0 ? number - 1 : start.page,
    sort: query.get(sort),
    filter: query.get(filter) ?? start.filter,
  };
}

function writeView(name: string, view: TableView) {
  const address = new URL(window.location.href);
  const { page, sort, filter } = parameters(name);
  const set = (key: string, value: string | null) => {
    if (value) address.searchParams.set(key, value);
    else address.searchParams.delete(key);
  };
  set(page, view.page === 0 ? null : String(view.page + 1));
  set(sort, view.sort);
  set(filter, view.filter);
  window.history.replaceState(window.history.state, '', address);
}
