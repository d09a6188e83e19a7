import { listSearchOf } from '../../list/search.ts';

export const auditSearchOf = (search: Record<string, unknown>) => listSearchOf('listAudit', search);
