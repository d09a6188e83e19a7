/** How an endpoint is doing: a shape and a word. */
import type { Webhook } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useNow } from '../../ui/moment.tsx';
import { webhooksWords } from './words.ts';

const REFRESH_EVERY_MS = 10_000;

export function Health({ webhook: { disabledAt, failingSince } }: { webhook: Webhook }) {
  const { format } = useLanguage();
  const words = useWords(webhooksWords);
  const nowMs = useNow(REFRESH_EVERY_MS);
  if (disabledAt !== null) return <State shape="bg-ink-3" tone="text-ink-3" word={words.disabled} />;
  if (failingSince === null) return <State shape="rounded-full bg-allow-fill" tone="text-ink-2" word={words.working} />;
  return (
    <State
      shape="bg-block-fill"
      tone="font-medium text-block-ink"
      word={words.failing(format.ago(failingSince, nowMs))}
    />
  );
}

function State({ shape, tone, word }: { shape: string; tone: string; word: string }) {
  return (
    <span className={`inline-flex shrink-0 items-center gap-1.5 text-meta whitespace-nowrap ${tone}`}>
      <span aria-hidden className={`size-1.5 ${shape}`} />
      {word}
    </span>
  );
}
