// SPDX-License-Identifier: Apache-2.0
/** Reads an agent of the file. */
import {
  ACTION_FAMILIES,
  AGENT_STATUSES,
  DESCRIPTION_CHARACTERS_MAX,
  EVENT_ACTIONS,
  NAME_CHARACTERS_MAX,
  PERMISSIONS_MAX,
  POLICY_RESOURCES,
} from '@svc/contract';
import type { Permission } from '@svc/core/verdict';
import { isPermittedResource } from '../../../registry/agents/index.ts';
import {
  agentName,
  list,
  nearMiss,
  nullable,
  optional,
  type Reader,
  type RecordOf,
  record,
  refined,
  required,
  text,
  textOfLines,
  uuid,
  word,
} from '../reading/index.ts';

/** @param resources names of the organization's resources in this file */
export function agentFields(resources: ReadonlySet<string>) {
  return {
    id: optional(uuid),
    name: required(agentName),
    description: optional(nullable(textOfLines(DESCRIPTION_CHARACTERS_MAX))),
    status: optional(word(AGENT_STATUSES)),
    permissions: optional(nullable(list(permission(resources), PERMISSIONS_MAX))),
  };
}
export type AgentEntry = RecordOf<ReturnType<typeof agentFields>>;

function permission(resources: ReadonlySet<string>): Reader<Permission> {
  const fields = record({
    action: required(word([...ACTION_FAMILIES, ...EVENT_ACTIONS])),
    resource: required(permittedResource(resources)),
  });
  return refined(fields, ({ action, resource }) => ({ action, resource }));
}

function permittedResource(resources: ReadonlySet<string>): Reader<string> {
  const words: readonly string[] = POLICY_RESOURCES;
  return refined(text(NAME_CHARACTERS_MAX), (value, tell, label) => {
    if (isPermittedResource(value, resources)) return value;
    const meant = nearMiss(value, [...words, ...resources]);
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    return tell(`${label} must be ANY, a classification or the name of a resource in this file${hint}`);
  });
}
