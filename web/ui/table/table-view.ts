// Which page of a table is shown, in which order, with how many rows and which filter. Kept in the URL (address.ts).
import { useCallback, useState } from 'react';
import { rowsPerPage } from '../../../shared/limits.ts';
import { changeAddress, readAddress, toIndex, toPlace } from '../address.ts';
import { readPageSize, rememberPageSize } from './page-size.ts';

export interface TableView {
  /** From 0. May be beyond the last page after rows were removed; the table then shows the last one. */
  readonly page: number;
  readonly pageSize: number;
  /** The column's id, with '-' in front for descending; null: in the given order. */
  readonly sort: string | null;
  readonly filter: string;
}

export type ViewState = [TableView, (change: Partial<TableView>) => void];

/** `name` distinguishes the tables of one page in the URL. */
export function useTableView(name = ''): ViewState {
  const [view, setView] = useState(() => readView(name));
  const changeView = useCallback(
    (change: Partial<TableView>) => {
      if (change.pageSize !== undefined) rememberPageSize(change.pageSize);
      setView((before) => {
        const after = { ...before, ...change };
        writeView(name, after);
        return after;
      });
    },
    [name],
  );
  return [view, changeView];
}

const parameters = (name: string) => ({
  page: `${name}page`,
  pageSize: `${name}rows`,
  sort: `${name}sort`,
  filter: `${name}find`,
});

function readView(name: string): TableView {
  const query = readAddress();
  const { page, pageSize, sort, filter } = parameters(name);
  return {
    page: toIndex(query.get(page)) ?? 0,
    pageSize: readPageSize(query.get(pageSize)),
    sort: query.get(sort),
    filter: query.get(filter) ?? '',
  };
}

function writeView(name: string, view: TableView) {
  const { page, pageSize, sort, filter } = parameters(name);
  changeAddress({
    [page]: view.page === 0 ? null : toPlace(view.page),
    [pageSize]: view.pageSize === rowsPerPage ? null : String(view.pageSize),
    [sort]: view.sort,
    [filter]: view.filter,
  });
}
