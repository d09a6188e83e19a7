/** More of a list on request. */
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';

export function More({ list }: { list: { isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> } }) {
  const { list: labels } = useLanguage().messages;
  return (
    <div className="p-3">
      <Button size="small" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchingNextPage ? labels.loadingMore : labels.loadMore}
      </Button>
    </div>
  );
}
