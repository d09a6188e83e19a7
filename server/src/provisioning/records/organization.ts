/** Reads an organization with all its records. References by name are looked up among the records beside them. */
import { emailKeyOf } from '../../accounts/index.ts';
import type { OrganizationEntry } from '../document.ts';
import { LIST_ITEMS_MAX } from '../limits.ts';
import { optional, type Reader, type Report, record, records, type UniqueField } from '../reading/index.ts';
import { policyReader } from '../reading/policies.ts';
import { itemsAt, type TreeNode, textAt } from '../syntax/index.ts';
import { agentFields } from './agents.ts';
import { apiKeyReader } from './api-keys.ts';
import { resourceFields } from './resources.ts';
import { settingFields } from './settings.ts';
import { userFields } from './users.ts';

/** What may stand once in the list of an organization. */
export const UNIQUE_IN_ORGANIZATION: readonly UniqueField[] = [
  { list: 'users', field: 'email', keyOf: emailKeyOf },
  { list: 'resources', field: 'name' },
  { list: 'resources', field: 'id', keyOf: (id) => id.toLowerCase() },
  { list: 'agents', field: 'name' },
  { list: 'agents', field: 'id', keyOf: (id) => id.toLowerCase() },
  { list: 'apiKeys', field: 'name' },
  { list: 'policies', field: 'name' },
];

/** A key belongs to one organization: what may stand once in all organizations of a file together. */
export const UNIQUE_IN_FILE: readonly UniqueField[] = [{ list: 'apiKeys', field: 'key', isSecret: true }];

/** @param warn is told what is valid and looks unintended */
export function organizationReader(warn: Report): Reader<OrganizationEntry> {
  return (node, _label, report) => {
    // From the tree, so that a record with a fault is not also reported as missing by all that refer to it.
    const resources = namesIn(node, 'resources');
    const agents = namesIn(node, 'agents');
    const read = record({
      ...settingFields,
      users: optional(records('a user', record(userFields), LIST_ITEMS_MAX)),
      resources: optional(records('a resource', record(resourceFields), LIST_ITEMS_MAX)),
      agents: optional(records('an agent', record(agentFields(resources)), LIST_ITEMS_MAX)),
      apiKeys: optional(records('an API key', apiKeyReader(agents), LIST_ITEMS_MAX)),
      policies: optional(records('a policy', policyReader(warn), LIST_ITEMS_MAX)),
    })(node, 'an organization', report);
    if (read === undefined) return undefined;
    const {
      users = [],
      resources: resourceEntries = [],
      agents: agentEntries = [],
      apiKeys = [],
      policies = [],
    } = read;
    return { ...read, users, resources: resourceEntries, agents: agentEntries, apiKeys, policies };
  };
}

function namesIn(organization: TreeNode, list: string): Set<string> {
  return new Set(itemsAt(organization, list).map((item) => String(textAt(item, 'name')?.value ?? '')));
}
