// SPDX-License-Identifier: Apache-2.0
/** The ways to ask for a decision, each as a text to copy. Names are quoted for where they stand. */

export interface Asked {
  baseUrl: string;
  key: string;
  agent: string;
  resource: string;
}

export const WAYS = ['curl', 'typescript', 'python', 'cli', 'mcp'] as const;
export type Way = (typeof WAYS)[number];

/** With a CPF that no person has, so that the answer shows what was found. */
const CONTENT = 'CPF 529.982.247-25';

export const COMMANDS: Readonly<Record<Way, (asked: Asked) => string>> = {
  curl: ({ baseUrl, key, agent, resource }) => `curl ${baseUrl}/v1/events \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d ${quoted(`{
    "agent": ${JSON.stringify(agent)},
    "action": "SEND_EMAIL",
    "resource": ${JSON.stringify(resource)},
    "destination": "EXTERNAL_EMAIL",
    "content": "${CONTENT}"
  }`)}`,
  typescript: ({ baseUrl, key, agent, resource }) => `import { createClient } from '@svc/sdk';
// ${installOf('@svc/sdk', baseUrl)}

const svc = createClient({ baseUrl: '${baseUrl}', apiKey: '${key}' });

const decision = await svc.decide({
  agent: ${JSON.stringify(agent)},
  action: 'SEND_EMAIL',
  resource: ${JSON.stringify(resource)},
  destination: 'EXTERNAL_EMAIL',
  content: '${CONTENT}',
});
console.log(decision.finalDecision);`,
  python: ({ baseUrl, key, agent, resource }) => `from svc_sdk import SvcClient
# pip install --index-url ${baseUrl}/packages/simple svc-sdk

svc = SvcClient("${key}", "${baseUrl}")

decision = svc.decide({
    "agent": ${JSON.stringify(agent)},
    "action": "SEND_EMAIL",
    "resource": ${JSON.stringify(resource)},
    "destination": "EXTERNAL_EMAIL",
    "content": "${CONTENT}",
})
print(decision["finalDecision"])`,
  cli: ({ baseUrl, key, agent, resource }) => `${installOf('@svc/cli', baseUrl)}
SVC_BASE_URL=${baseUrl} SVC_API_KEY=${key} \\
  npx --no -- svc check --agent ${quoted(agent)} --action SEND_EMAIL \\
  --resource ${quoted(resource)} --destination EXTERNAL_EMAIL`,
  mcp: ({ baseUrl, key, agent, resource }) => `curl ${baseUrl}/v1/gateway/mcp \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d ${quoted(`{
    "agent": ${JSON.stringify(agent)},
    "resource": ${JSON.stringify(resource)},
    "tool": "send_message",
    "arguments": { "text": "${CONTENT}" }
  }`)}`,
};

/** The service hands out its own packages, as a registry of its scope. */
export function installOf(name: string, baseUrl: string, options = ''): string {
  return `npm install ${options}${name} --@svc:registry=${baseUrl}/packages/`;
}

/** A shell takes everything between single quotes as it stands, but for the quote itself. */
function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
