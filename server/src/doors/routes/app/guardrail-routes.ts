// SPDX-License-Identifier: Apache-2.0
/** The routes of guardrails, the claims of an organization. */
import { registerGuardrailsCheck } from './guardrails/check/index.ts';
import { registerGuardrailsCreate } from './guardrails/create/index.ts';
import { registerGuardrailsDelete } from './guardrails/delete/index.ts';
import { registerGuardrailsList } from './guardrails/list/index.ts';
import { registerGuardrailsListDeleted } from './guardrails/list-deleted/index.ts';
import { registerGuardrailsListVersions } from './guardrails/list-versions/index.ts';
import { registerGuardrailsProve } from './guardrails/prove/index.ts';
import { registerGuardrailsRead } from './guardrails/read/index.ts';
import { registerGuardrailsRestore } from './guardrails/restore/index.ts';
import { registerGuardrailsUpdate } from './guardrails/update/index.ts';

export const GUARDRAIL_ROUTES = [
  registerGuardrailsCheck,
  registerGuardrailsCreate,
  registerGuardrailsDelete,
  registerGuardrailsList,
  registerGuardrailsListDeleted,
  registerGuardrailsListVersions,
  registerGuardrailsProve,
  registerGuardrailsRead,
  registerGuardrailsRestore,
  registerGuardrailsUpdate,
];
