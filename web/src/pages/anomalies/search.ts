import { listSearchOf } from '../../list/address.ts';

export const anomaliesSearchOf = listSearchOf<'listAnomalies'>;
