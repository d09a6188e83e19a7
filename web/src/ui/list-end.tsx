/** Below a list: how much of it is shown, and more of it on request. */
import { Button } from './button.tsx';

interface ListEndProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
  /** How many items are shown, in words. */
  shown: string;
  more: string;
  loading: string;
}

export function ListEnd({ list, shown, more, loading }: ListEndProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-muted">
        {shown}
      </p>
      {list.hasNextPage && (
        <Button onClick={() => void list.fetchNextPage()} disabled={list.isFetchingNextPage}>
          {list.isFetchingNextPage ? loading : more}
        </Button>
      )}
    </div>
  );
}
