import { listSearchOf } from '../../list/address.ts';

export const integrationsSearchOf = listSearchOf<'listIntegrations'>;
