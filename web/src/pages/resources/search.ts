import { listSearchOf } from '../../list/address.ts';

export const resourcesSearchOf = listSearchOf<'listResources'>;
