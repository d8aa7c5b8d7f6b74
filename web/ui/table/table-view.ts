// Which page of a table is shown, in which order and with which filter. Kept in the URL (address.ts).
import { useCallback, useState } from 'react';
import { changeAddress, readAddress, toIndex, toPlace } from '../address.ts';

export interface TableView {
  /** From 0. May be beyond the last page after rows were removed; the table then shows the last one. */
  readonly page: number;
  /** The column's id, with '-' in front for descending; null: in the given order. */
  readonly sort: string | null;
  readonly filter: string;
}

const start: TableView = { page: 0, sort: null, filter: '' };

/** `name` distinguishes the tables of one page in the URL. */
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
