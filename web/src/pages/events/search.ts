import { listSearchOf } from '../../list/search.ts';

export const eventsSearchOf = (search: Record<string, unknown>) => listSearchOf('listEvents', search);
