// SPDX-License-Identifier: Apache-2.0
/** Reads a resource of the file. */
import { DESCRIPTION_CHARACTERS_MAX } from '@svc/contract/limits';
import {
  classification,
  nullable,
  optional,
  type RecordOf,
  required,
  resourceName,
  textOfLines,
  uuid,
} from '../reading/index.ts';

export const resourceFields = {
  id: optional(uuid),
  name: required(resourceName),
  classification: required(classification),
  description: optional(nullable(textOfLines(DESCRIPTION_CHARACTERS_MAX))),
};
export type ResourceEntry = RecordOf<typeof resourceFields>;
