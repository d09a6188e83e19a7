// SPDX-License-Identifier: Apache-2.0
/** The whole schema of release 1.0, for an empty database. */
import { CONNECTED_APPS } from './connected-apps.ts';
import { FUNCTIONS } from './functions.ts';
import { MEASURES } from './measures.ts';
import { NOTICES } from './notices.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { PEOPLE } from './people.ts';
import { RECORD } from './record.ts';
import { REGISTRY } from './registry.ts';
import { RULES } from './rules.ts';
import { TRIGGERS } from './triggers.ts';
import { WEBHOOKS } from './webhooks.ts';

/** A table comes after those that it refers to. */
export const TABLES = [
  ORGANIZATIONS,
  PEOPLE,
  CONNECTED_APPS,
  REGISTRY,
  RULES,
  RECORD,
  WEBHOOKS,
  MEASURES,
  NOTICES,
  FUNCTIONS,
  TRIGGERS,
].join('\n');
