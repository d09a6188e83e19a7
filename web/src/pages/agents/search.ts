import { listSearchOf } from '../../list/address.ts';

export const agentsSearchOf = listSearchOf<'listAgents'>;
