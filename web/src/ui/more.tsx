// SPDX-License-Identifier: Apache-2.0
/** More of a list on request. */
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';

interface MoreProps {
  list: { isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
  label?: string;
}

export function More({ list, label }: MoreProps) {
  const { list: labels } = useLanguage().messages;
  return (
    <div className="p-3">
      <Button size="small" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? labels.loadingMore : (label ?? labels.loadMore)}
      </Button>
    </div>
  );
}
