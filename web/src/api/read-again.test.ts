// SPDX-License-Identifier: Apache-2.0
/** News that come while a list reads its next page take nothing away from it. */
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readAgain } from './read-again.ts';

/** A list of numbered pages, each of which is answered when the test says so. */
function gatedList() {
  const queries = new QueryClient();
  const asked: { page: number; answer(): void }[] = [];
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ['listReviews', 'pages'],
    queryFn: ({ pageParam }) =>
      new Promise<number>((resolve) => {
        asked.push({ page: pageParam, answer: () => resolve(pageParam) });
      }),
    initialPageParam: 1,
    getNextPageParam: (page: number) => page + 1,
  });
  const end = observer.subscribe(() => undefined);
  const answerNext = async (page: number) => {
    await expect.poll(() => asked.map((ask) => ask.page)).toContain(page);
    asked.shift()?.answer();
  };
  return { queries, observer, asked, answerNext, end, pages: () => observer.getCurrentResult().data?.pages };
}

it('lets the next page arrive before the list is read again', async () => {
  const { queries, observer, answerNext, end, pages } = gatedList();
  await answerNext(1);
  await expect.poll(pages).toEqual([1]);
  void observer.fetchNextPage();
  const again = readAgain(queries, { predicate: ({ queryKey }) => queryKey[0] === 'listReviews' });
  await answerNext(2);
  await expect.poll(pages).toEqual([1, 2]);
  await answerNext(1);
  await answerNext(2);
  await again;
  expect(pages()).toEqual([1, 2]);
  end();
});

it('reads a list again at once that reads no page', async () => {
  const { queries, answerNext, end, pages } = gatedList();
  await answerNext(1);
  await expect.poll(pages).toEqual([1]);
  const again = readAgain(queries, { queryKey: ['listReviews'] });
  await answerNext(1);
  await again;
  expect(pages()).toEqual([1]);
  end();
});

it('leaves other answers as they are', async () => {
  const { queries, asked, answerNext, end, pages } = gatedList();
  await answerNext(1);
  await expect.poll(pages).toEqual([1]);
  await readAgain(queries, { queryKey: ['listEvents'] });
  expect(asked).toEqual([]);
  end();
});

it('waits for no page of a list that is forgotten, as at a sign-out', async () => {
  const { queries, observer, answerNext, end, pages } = gatedList();
  await answerNext(1);
  await expect.poll(pages).toEqual([1]);
  void observer.fetchNextPage();
  const again = readAgain(queries, { queryKey: ['listReviews'] });
  end();
  queries.clear();
  await again;
  expect(queries.getQueryCache().getAll()).toEqual([]);
});
