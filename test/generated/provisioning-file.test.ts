// SPDX-License-Identifier: Apache-2.0
/** The reference and the JSON Schema of the provisioning file, and that they say what its reader reads. */
import { PolicyClaimSchema } from '@svc/contract';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { acme } from '#harness/service';
import { agentFields } from '../../server/src/lifecycle/provisioning/records/agents.ts';
import { apiKeyFields } from '../../server/src/lifecycle/provisioning/records/api-keys.ts';
import { httpRouteFields } from '../../server/src/lifecycle/provisioning/records/http-routes.ts';
import { integrationFields } from '../../server/src/lifecycle/provisioning/records/integrations.ts';
import { mcpRouteFields } from '../../server/src/lifecycle/provisioning/records/mcp-routes.ts';
import { resourceFields } from '../../server/src/lifecycle/provisioning/records/resources.ts';
import { settingFields } from '../../server/src/lifecycle/provisioning/records/settings.ts';
import { userFields } from '../../server/src/lifecycle/provisioning/records/users.ts';
import { webhookFields } from '../../server/src/lifecycle/provisioning/records/webhooks.ts';
import { quickStartFile } from '../../server/src/process/commands/quick-start/file.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';
import { GUARDRAILS, provisioningFilePage, provisioningFileSchema, RECORDS, SETTINGS } from './provisioning-file.ts';

const reference = (name: string): string => `${ROOT}/docs/reference/${name}`;
const WRITTEN = 'Written from the code by `npm run generate`; edits here are lost.';

it('is a page of every field', async () => {
  const head = [
    '# The provisioning file, field by field',
    '',
    WRITTEN,
    '',
    'How the file is applied: [The provisioning file](../operating/provisioning.md). A field that is left out keeps its',
    'stored value; a default is that of a new record. For editors: [JSON Schema](provisioning-file.schema.json).',
    '',
  ];
  await expect([...head, ...provisioningFilePage()].join('\n')).toMatchFileSnapshot(reference('provisioning-file.md'));
});

it('is a schema for editors', async () => {
  const text = `${JSON.stringify({ $comment: WRITTEN, ...provisioningFileSchema() }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(reference('provisioning-file.schema.json'));
});

it('has the fields that the reader takes, and asks for those that it asks for', () => {
  const none = new Set<string>();
  const names = { agents: none, resources: none, integrations: none, httpIntegrations: none };
  const read: Record<string, Record<string, { isRequired: boolean }>> = {
    settings: settingFields,
    users: userFields,
    resources: resourceFields,
    agents: agentFields(none),
    apiKeys: apiKeyFields(none),
    integrations: integrationFields,
    httpRoutes: httpRouteFields(names),
    mcpRoutes: mcpRouteFields(names),
    webhooks: webhookFields,
  };
  const listed = { settings: SETTINGS, ...RECORDS };
  const shapeOf = (fields: Record<string, { isRequired?: boolean }>) =>
    Object.entries(fields).map(([name, { isRequired = false }]) => [name, isRequired]);
  for (const [name, fields] of Object.entries(read)) {
    expect([name, shapeOf(listed[name as keyof typeof listed] ?? {})]).toEqual([name, shapeOf(fields)]);
  }
  expect(Object.keys(listed)).toEqual(Object.keys(read));
  const { properties, required } = PolicyClaimSchema;
  const claim = Object.keys(properties).map((name) => [name, required.includes(name as never)]);
  expect(shapeOf(GUARDRAILS)).toEqual([...claim, ['enforcing', false]]);
});

it('takes the files of the guide, of the quick start and of the tests, and no unknown field', () => {
  const isFile = new Ajv({ strict: false, validateFormats: false }).compile(provisioningFileSchema());
  const [, guide = ''] = /```yaml\n([\s\S]*?)```/.exec(readRepositoryFile('docs/operating/provisioning.md')) ?? [];
  for (const file of [guide, acme(), quickStartFile()]) {
    isFile(parse(file));
    expect(isFile.errors ?? []).toEqual([]);
  }
  const misspelt = parse(guide);
  misspelt.organizations[0].agents[0].permission = null;
  expect(isFile(misspelt)).toBe(false);
});
