import { listSearchOf } from '../../list/address.ts';

export const gatewayCallsSearchOf = listSearchOf<'listGatewayCalls'>;
