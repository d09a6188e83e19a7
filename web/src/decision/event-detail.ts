/** One event with why. News of its review have it read again. */
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../api/reading.ts';

export function useEventDetail(id: string) {
  return useQuery(readOf('readEventDetail', { params: { id } }));
}
