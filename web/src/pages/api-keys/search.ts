import { listSearchOf } from '../../list/address.ts';

export const apiKeysSearchOf = listSearchOf<'listApiKeys'>;
