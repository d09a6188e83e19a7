import { listSearchOf } from '../../list/search.ts';

export const gatewayCallsSearchOf = (search: Record<string, unknown>) => listSearchOf('listGatewayCalls', search);
