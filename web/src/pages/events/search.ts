import { listSearchOf } from '../../list/address.ts';

export const eventsSearchOf = listSearchOf<'listEvents'>;
