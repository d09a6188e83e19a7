/** The keys of the list, and whether it is up to date. */
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Key } from '../../ui/tag.tsx';
import { reviewsWords } from './words.ts';

export function ListFoot({ updatedAtMs, isLost }: { updatedAtMs: number; isLost: boolean }) {
  const { format } = useLanguage();
  const words = useWords(reviewsWords);
  const since = isLost && updatedAtMs > 0 ? format.clock(new Date(updatedAtMs).toISOString()) : null;
  return (
    <div className="flex h-9 shrink-0 items-center gap-3 border-t border-line px-4 text-micro text-ink-2 max-md:hidden">
      <Keys keys={['J', 'K']} does={words.move} />
      <Keys keys={['A']} does={words.approve} />
      <Keys keys={['D']} does={words.deny} />
      <span className={`ml-auto flex items-center gap-1.5 ${isLost ? 'text-review-ink' : ''}`}>
        <span aria-hidden className={`size-1.5 rounded-full ${isLost ? 'bg-review-fill' : 'bg-allow-fill'}`} />
        {since === null ? words.upToDate : words.notSince(since)}
      </span>
    </div>
  );
}

function Keys({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <span aria-hidden className="flex items-center gap-1">
      {keys.map((key) => (
        <Key key={key}>{key}</Key>
      ))}
      {does}
    </span>
  );
}
