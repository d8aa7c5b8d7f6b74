// Which page of a table is shown, in which order and filtered by what. It is kept in the address (address.ts).
import { useCallback, useState } from 'react';
import { changeAddress, readAddress, toIndex, toPlace } from '../address.ts';

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
  const query = readAddress();
  const { page, sort, filter } = parameters(name);
  return {
    page: toIndex(query.get(page)) ?? start.page,
    sort: query.get(sort),
    filter: query.get(filter) ?? start.filter,
  };
}

function writeView(name: string, view: TableView) {
  const { page, sort, filter } = parameters(name);
  changeAddress({
    [page]: view.page === start.page ? null : toPlace(view.page),
    [sort]: view.sort,
    [filter]: view.filter,
  });
}
