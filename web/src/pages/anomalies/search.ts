import { listSearchOf } from '../../list/search.ts';

export const anomaliesSearchOf = (search: Record<string, unknown>) => listSearchOf('listAnomalies', search);
