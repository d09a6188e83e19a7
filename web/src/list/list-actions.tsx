// SPDX-License-Identifier: Apache-2.0
/** The buttons of a list's head: following, the columns, the rows as a file, and the page's own. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { ListColumn } from './columns.ts';
import { CsvButton, type FilesOfRows } from './csv-button.tsx';
import { type Follow, FollowButton } from './follow.tsx';
import type { useView } from './use-view.ts';

const ViewMenu = lazy(() => import('./view-menu.tsx').then((part) => ({ default: part.ViewMenu })));

interface ListActionsProps<Item> {
  id: string;
  isStill?: boolean;
  columns: readonly ListColumn<Item>[];
  actions?: ReactNode;
  files?: FilesOfRows;
  items: readonly Item[];
  picked: readonly Item[];
  follow: Follow;
  view: ReturnType<typeof useView>;
}

export function ListActions<Item>(props: ListActionsProps<Item>) {
  const { id, columns, actions, files, items, picked, follow, view, isStill = false } = props;
  return (
    <>
      {!isStill && <FollowButton follow={follow} />}
      <Suspense>
        <ViewMenu columns={columns.filter(({ isAct, isTold }) => isAct !== true && isTold !== true)} {...view} />
      </Suspense>
      <CsvButton
        id={id}
        columns={columns}
        items={picked.length > 0 ? picked : items}
        picked={picked.length}
        files={files}
      />
      {actions}
    </>
  );
}
