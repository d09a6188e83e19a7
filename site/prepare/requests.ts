// SPDX-License-Identifier: Apache-2.0
/** One request as a line for a shell, as TypeScript and as Python. Each runs as it stands, with three variables set. */

export interface Request {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly needsKey: boolean;
  readonly needsIdempotencyKey: boolean;
  readonly body?: object;
}

/** @returns the path with the variable EVENT_ID in the place of `{id}` @param variable how the language writes it */
const pathOf = ({ path }: Request, variable: string): string => path.replace('{id}', variable);

export function curlOf(request: Request): string {
  const { method, needsKey, needsIdempotencyKey, body } = request;
  const parts = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"$SVC_BASE_URL${pathOf(request, '$EVENT_ID')}"`,
    ...(needsKey ? ['-H "Authorization: Bearer $SVC_API_KEY"'] : []),
    ...(needsIdempotencyKey ? ['-H "Idempotency-Key: $EVENT_ID"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2)}'`]),
  ];
  return parts.join(' \\\n  ');
}

export function typeScriptOf(request: Request): string {
  const { method, needsKey, needsIdempotencyKey, body } = request;
  const headers = [
    ...(needsKey ? ['Authorization: `Bearer $' + '{process.env.SVC_API_KEY}`'] : []),
    ...(needsIdempotencyKey ? ["'Idempotency-Key': process.env.EVENT_ID"] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const parts = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    `headers: { ${headers.join(', ')} }`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')})`]),
  ];
  const url = `\`\${process.env.SVC_BASE_URL}${pathOf(request, '$' + '{process.env.EVENT_ID}')}\``;
  return [
    `const answer = await fetch(${url}, {`,
    ...parts.map((part) => `  ${part},`),
    '});',
    'console.log(answer.status, await answer.json());',
  ].join('\n');
}

export function pythonOf(request: Request): string {
  const { method, needsKey, needsIdempotencyKey, body } = request;
  const hasId = request.path.includes('{id}');
  const headers = [
    ...(needsKey ? ['"Authorization": "Bearer " + os.environ["SVC_API_KEY"]'] : []),
    ...(needsIdempotencyKey ? ['"Idempotency-Key": os.environ["EVENT_ID"]'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const path = hasId ? `f"${pathOf(request, "{os.environ['EVENT_ID']}")}"` : `"${request.path}"`;
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    os.environ["SVC_BASE_URL"] + ${path},`,
    `    method="${method}",`,
    `    headers={${headers.join(', ')}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body).replaceAll('\n', '\n    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as answer:',
    '    print(answer.status, json.load(answer))',
  ].join('\n');
}

/** JSON, but for three words that Python spells differently. */
function literal(value: object): string {
  return JSON.stringify(value, null, 4).replace(/(?<=(?:: |^ +))(?:true|false|null)(?=,?$)/gm, (word) => {
    return { true: 'True', false: 'False', null: 'None' }[word] ?? word;
  });
}
