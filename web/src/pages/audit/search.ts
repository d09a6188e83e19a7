import { listSearchOf } from '../../list/address.ts';

export const auditSearchOf = listSearchOf<'listAudit'>;
