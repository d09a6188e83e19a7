/** Reads an integration of the file. */
import { ALLOWED_HOSTS_MAX } from '@svc/contract';
import { INTEGRATION_KINDS, tokenUrlFault } from '../../registry/integrations/index.ts';
import { hostPattern } from '../reading/addresses.ts';
import { credential } from '../reading/credentials.ts';
import {
  list,
  nullable,
  optional,
  type RecordOf,
  record,
  recordName,
  refined,
  required,
  word,
} from '../reading/index.ts';

const integrationFields = {
  name: required(recordName),
  kind: required(word(INTEGRATION_KINDS)),
  allowedHosts: optional(refined(list(hostPattern, ALLOWED_HOSTS_MAX), (hosts) => [...new Set(hosts)])),
  credential: optional(nullable(credential)),
};
export type IntegrationEntry = RecordOf<typeof integrationFields>;

/** The file's token address must be among the hosts of the file. Omitted ones are checked later. */
export const integrationReader = refined(record(integrationFields), (entry, tell) => {
  const { allowedHosts, credential: given } = entry;
  if (allowedHosts === undefined || !given) return entry;
  const message = tokenUrlFault(given.credential, allowedHosts);
  return message === null ? entry : tell(message, given.place.fields.tokenUrl);
});
