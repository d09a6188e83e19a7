// SPDX-License-Identifier: Apache-2.0
/** The last decision of a door, the moment that it is made. Until there is one, it listens. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readOf } from '../../api/reading.ts';
import { Sentence } from '../../decision/sentence.tsx';
import { Verdict } from '../../decision/verdict.tsx';
import { useWords } from '../../language/word-set.ts';
import { useFollower } from '../../live/followers.ts';
import { useSandbox } from '../../page/sandbox.ts';
import type { OfferedDoor } from './snippets.ts';
import { doorsWords } from './words.ts';

export function LastDecision({ door }: { door: OfferedDoor }) {
  const words = useWords(doorsWords);
  const isSandbox = useSandbox();
  const query = { door, limit: '1', sandbox: isSandbox ? 'true' : 'false' } as const;
  const { data, refetch } = useQuery(readOf('listEvents', { query }));
  useFollower(true, () => void refetch());
  const event = data?.items[0];
  return (
    <div role="status" className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-y border-line py-2">
      {data !== undefined && event === undefined && (
        <>
          <span aria-hidden className="grid size-3.5 place-items-center rounded-full border border-edge">
            <span className="size-1.5 rounded-full bg-ink motion-safe:animate-pulse" />
          </span>
          {words.listening}
        </>
      )}
      {event !== undefined && (
        <>
          <Verdict event={event} isSoft />
          <Link
            to="/events/$eventId"
            params={{ eventId: event.id }}
            search={isSandbox ? { sandbox: 'true' } : {}}
            className="min-w-0 grow basis-48 hover:underline"
          >
            <Sentence event={event} />
          </Link>
        </>
      )}
    </div>
  );
}
