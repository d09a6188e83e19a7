// SPDX-License-Identifier: Apache-2.0
/** Guarantee: each door has a text that leads to the service, with names that cannot break out of their place. */
import { expect, it, vi } from 'vitest';
import { DOOR_GROUPS, doorForms, type OfferedDoor } from './snippets.ts';

const BASE = 'https://svc.example';
type Asked = Parameters<typeof doorForms>[1];
const doorSnippet = (door: OfferedDoor, asked: Asked) => doorForms(door, asked)[0].code;
const DOORS: readonly OfferedDoor[] = Object.values(DOOR_GROUPS).flat();
vi.stubGlobal('window', { location: { origin: BASE } });

it.each(DOORS)('%s leads to the service', (door) => {
  const forms = doorForms(door, { baseUrl: BASE, agent: 'coder', resource: 'workspace' });
  expect(forms.map(({ code }) => code.includes(BASE))).not.toContain(false);
  expect(new Set(forms.map(({ name }) => name)).size).toBe(forms.length);
});

it('names each door once', () => {
  expect(new Set(DOORS).size).toBe(DOORS.length);
});

it.each([...DOOR_GROUPS.assistants, 'MCP_WRAP'] as const)(
  '%s is set up by three commands, of which none holds a key',
  (door) => {
    const commands = doorSnippet(door, { baseUrl: BASE, agent: 'coder', resource: 'workspace' }).split('\n');
    expect(commands).toHaveLength(3);
    expect(commands[1]).toBe(`svc login --api-key - --base-url ${BASE}`);
  },
);

it.each(['API', 'AUTHZEN', 'MCP_GATEWAY', 'HTTP_GATEWAY'] as const)('%s keeps a quote within its JSON', (door) => {
  const command = doorSnippet(door, { baseUrl: BASE, agent: "o'hara", resource: 'work space' });
  expect(command).toContain("o'\\''hara");
});

it('escapes names in the query of a proxy', () => {
  const config = doorSnippet('FORWARD_AUTH', { baseUrl: BASE, agent: 'a&b}', resource: 'work space' });
  expect(config).toContain('rewrite /authz?resource=work+space&agent=a%26b%7D\n');
});

it.each(['OPENAI_AGENTS', 'LANGCHAIN', 'ADK', 'LITELLM', 'SDK'] as const)('%s has a form in Python too', (door) => {
  const [, python] = doorForms(door, { baseUrl: BASE, agent: 'the "new" one', resource: 'workspace' });
  expect(python?.name).toBe('Python');
  expect(python?.code).toContain('"agent": "the \\"new\\" one"');
});

it.each(['CREWAI', 'PYDANTIC_AI', 'AGENT_FRAMEWORK', 'FASTMCP'] as const)('%s has a form in Python alone', (door) => {
  const forms = doorForms(door, { baseUrl: BASE, agent: 'coder', resource: 'workspace' });
  expect(forms).toHaveLength(1);
  expect(forms[0].code).toContain(`from svc_sdk.${door.toLowerCase()} import`);
});
