// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { travellingHeaders } from '../../outgoing/egress/headers.ts';
import { ProvisioningError, parseProvisioning, readProvisioningFile } from './index.ts';

const KEY = `key_live_${'a'.repeat(43)}`;
const ID = '018f6f2e-5d2c-7c3a-9b1a-0123456789ab';

/** A file with one organization; the given lines begin on line 5 in column 5. */
const organization = (...lines: string[]) =>
  ['apiVersion: svc/v1', 'kind: Provision', 'organizations:', '  - name: Acme', ...lines.map((l) => `    ${l}`)].join(
    '\n',
  );

function faultsOf(text: string): readonly string[] {
  try {
    parseProvisioning(text, 'f.yaml');
    return [];
  } catch (error) {
    if (error instanceof ProvisioningError) return error.faults;
    throw error;
  }
}

/** Each line of a case stands in the organization; faults are compared without `f.yaml:`. */
function faultsIn(lines: readonly string[]): string[] {
  return faultsOf(organization(...lines)).map((fault) => fault.replace('f.yaml:', ''));
}

type Case = readonly [lines: readonly string[], ...faults: string[]];
const cases = (table: readonly Case[]) => table.map(([lines, ...faults]) => ({ lines, faults }));

describe('the bytes of a file', () => {
  const text = organization('timeZone: America/Sao_Paulo', 'agents: [{ name: João }]');

  it('say the same with CR LF and a byte order mark', () => {
    for (const way of [text, `\uFEFF${text}`, text.replaceAll('\n', '\r\n')]) {
      expect(readProvisioningFile(Buffer.from(way), 'f.yaml')).toEqual(parseProvisioning(text, 'f.yaml'));
    }
  });

  it.each([
    ['utf16le', 'f.yaml:1:1: It is written in UTF-16: save it as UTF-8.'],
    ['latin1', 'f.yaml:1:1: It is not written in UTF-8: save it as UTF-8.'],
  ] as const)('in %s are refused with their encoding', (encoding, fault) => {
    expect(() => readProvisioningFile(Buffer.from(text, encoding), 'f.yaml')).toThrow(fault);
  });
});

describe('the file as a whole', () => {
  it.each([
    ['', 'f.yaml:1:1: the file is empty'],
    ['just text', 'f.yaml:1:1: the file must be a map of fields'],
    ['[1]', 'f.yaml:1:1: the file must be a map of fields'],
    ['kind: Provision\norganizations: []', 'f.yaml:1:1: apiVersion is required in the file'],
    [
      'apiVersion: svc/v2\nkind: Provision\norganizations: []',
      'f.yaml:1:13: apiVersion must be one of svc/v1; did you mean svc/v1?',
    ],
    ['apiVersion: svc/v1\nkind: Policy\norganizations: []', 'f.yaml:2:7: kind must be one of Provision'],
    ['apiVersion: svc/v1\nkind: Provision\norganizations: {}', 'f.yaml:3:16: organizations must be a list'],
    [
      'apiVersion: svc/v1\nkind: Provision\norganisations: []',
      'f.yaml:1:1: organizations is required in the file',
      'f.yaml:3:1: organisations is not a field of the file; did you mean organizations?',
    ],
    [
      'apiVersion: svc/v1\nkind: Provision\norganizations: []\n---\nkind: Provision\n',
      'f.yaml:5:1: this file holds one document; remove the one that begins here',
    ],
    [
      'kind: Provision\nkind: Provision',
      'f.yaml:1:1: apiVersion is required in the file',
      'f.yaml:1:1: organizations is required in the file',
      'f.yaml:2:1: the field kind is given twice',
    ],
    ['kind: !secret Provision', 'f.yaml:1:7: tags such as !name are not known here; write the plain value'],
    [
      '? [a]\n: b',
      'f.yaml:1:1: apiVersion is required in the file',
      'f.yaml:1:1: kind is required in the file',
      'f.yaml:1:1: organizations is required in the file',
      'f.yaml:1:3: the name of a field must be text',
    ],
  ])('refuses %j', (text, ...faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it('reports what YAML itself refuses at its place, and only that', () => {
    expect(faultsOf('kind: "Provision\n')).toEqual([expect.stringMatching(/^f\.yaml:2:1: Missing closing "quote/)]);
    expect(faultsOf('a:\n\t- b')).not.toEqual([]);
  });

  it('refuses a file of more than 10 MB before it is parsed', () => {
    expect(faultsOf(`# ${'x'.repeat(10 * 1024 * 1024)}`)).toEqual(['f.yaml:1:1: the file is larger than 10 MB']);
  });

  it('follows aliases, but not so many that a small file becomes a large one', () => {
    expect(
      faultsIn([
        'agents: [{ name: a }, { name: b }]',
        'apiKeys:',
        '  - { name: x, allowedIps: &office [10.0.0.1] }',
        '  - { name: y, allowedIps: *office }',
      ]),
    ).toEqual([]);
    const bomb = [
      'a0: &a0 [x, x, x, x]',
      ...[1, 2, 3, 4, 5, 6].map(
        (n) =>
          `a${n}: &a${n} [${Array(9)
            .fill(`*a${n - 1}`)
            .join(', ')}]`,
      ),
    ];
    expect(faultsOf(bomb.join('\n'))).toEqual([expect.stringContaining('more than 100 uses of aliases')]);
    expect(faultsOf('a: &a [*a]')).toEqual([expect.stringContaining('values nest deeper than 128 levels')]);
    expect(faultsOf('a: *b')).toEqual([expect.stringContaining('f.yaml:1:4: ')]);
    // A secret that begins with such a sign is read as the name of an alias.
    expect(faultsOf('secret: *TOPSECRET').join()).not.toContain('TOPSECRET');
  });

  it('refuses what nests without end', () => {
    expect(faultsOf('['.repeat(200) + ']'.repeat(200))).toEqual([
      expect.stringContaining('values nest deeper than 128 levels'),
    ]);
    expect(faultsOf('['.repeat(100_000))).not.toEqual([]);
  });

  it('refuses text that neither PostgreSQL nor canonical JSON can hold', () => {
    expect(faultsIn(['agents: [{ name: "a\\0" }]'])).toContain('5:22: text must not hold the character U+0000');
    expect(faultsIn(['agents: [{ name: "a\\ud800" }]'])).toContain('5:22: text must not hold half of a surrogate pair');
  });

  it('reports every fault of a file, in its order, at most a hundred', () => {
    const lines = ['plan: GOLD', 'timeZone: Mars/Olympus', 'agents:', '  - { nam: x }', '  - { name: y, status: OFF }'];
    expect(faultsIn(lines).map((fault) => fault.slice(0, 5))).toEqual(['5:11:', '6:15:', '8:9: ', '8:11:', '9:28:']);
    const many = Array.from({ length: 150 }, () => '  - { }');
    expect(faultsIn(['agents:', ...many])).toHaveLength(100);
    try {
      parseProvisioning(organization('agents:', ...many), 'f.yaml');
    } catch (error) {
      expect(String(error)).toContain('f.yaml: and 50 more');
    }
  });
});

describe('an organization', () => {
  it.each(
    cases([
      [['reviewDefaults: { count: 2 }']],
      [['reviewDefaults: { count: 6 }'], '5:30: count must be at most 5'],
      [['reviewDefaults: { stages: 2 }'], '5:23: stages is not a field of reviewDefaults'],
      [
        ['policies: [{ name: p, action: READ, decision: BLOCK, approvals: {} }]'],
        expect.stringMatching(/^5:\d+: Approvals are for the decision REVIEW alone\.$/) as unknown as string,
      ],
      [['plan: PRO'], '5:11: plan must be one of DEVELOPER, TEAM, BUSINESS, ENTERPRISE'],
      [['plan: business'], '5:11: plan must be one of DEVELOPER, TEAM, BUSINESS, ENTERPRISE; did you mean BUSINESS?'],
      [['timezone: UTC'], '5:5: timezone is not a field of an organization; did you mean timeZone?'],
      [['timeZone: Mars/Olympus'], '5:15: timeZone must be an IANA time zone such as America/Sao_Paulo'],
      [['timeZone: "+03:00"'], '5:15: timeZone must be an IANA time zone such as America/Sao_Paulo'],
      [['enforcement: OFF'], '5:18: enforcement must be one of ENFORCE, MONITOR'],
      [['reviewExpiryMinutes: 4'], '5:26: reviewExpiryMinutes must be a whole number from 5 to 43200'],
      [['reviewExpiryMinutes: 43201'], '5:26: reviewExpiryMinutes must be a whole number from 5 to 43200'],
      [['riskReviewAt: 101'], '5:19: riskReviewAt must be a whole number from 0 to 100'],
      [['riskBlockAt: 1.5'], '5:18: riskBlockAt must be a whole number from 0 to 100'],
      [['riskBlockAt: .nan'], '5:18: riskBlockAt must be a whole number from 0 to 100'],
      [['riskBlockAt: "90"'], '5:18: riskBlockAt must be a whole number from 0 to 100'],
      [['checkpointUrl: ftp://x.example/'], '5:20: checkpointUrl must be an http or https address'],
      [['eventsPerMonth: -1'], '5:21: eventsPerMonth must be a whole number from 0 to 2147483647'],
      [['agentsMax: many'], '5:16: agentsMax must be a whole number from 0 to 2147483647'],
      [['retentionDays: 0'], '5:20: retentionDays must be a whole number from 1 to 2147483647'],
      [['agents: billing-bot'], '5:13: agents must be a list'],
      [['agents: [billing-bot]'], '5:14: an agent must be a map of fields'],
      [['agents:']],
    ]),
  )('$lines', ({ lines, faults }) => {
    expect(faultsIn(lines)).toEqual(faults);
  });

  it('has a name, once in the file', () => {
    const head = 'apiVersion: svc/v1\nkind: Provision\norganizations:\n';
    expect(faultsOf(`${head}  - plan: TEAM`)).toEqual(['f.yaml:4:5: name is required in an organization']);
    expect(faultsOf(`${head}  - name: ""`)).toEqual(['f.yaml:4:11: name must not be empty']);
    expect(faultsOf(`${head}  - name: 7`)).toEqual(['f.yaml:4:11: name must be text; put it in quotes']);
    expect(faultsOf(`${head}  - name: A\n  - name: A`)).toEqual([
      'f.yaml:5:11: the name A is given twice in organizations, first on line 4',
    ]);
  });
});

describe('users, resources and agents', () => {
  it.each(
    cases([
      [['users: [{ email: a, role: OWNER }]'], '5:22: email must be an e-mail address'],
      [['users: [{ email: a@b }]'], '5:13: role is required in a user'],
      [['users: [{ email: a@b, role: BOSS }]'], '5:33: role must be one of OWNER, ADMIN, MEMBER'],
      [['users: [{ email: a@b, role: OWNER, password: short }]'], '5:50: password must have at least 8 characters'],
      [
        ['users: [{ email: a@b, role: OWNER }, { email: A@B, role: ADMIN }]'],
        '5:51: the email A@B is given twice in users, first on line 5',
      ],
      [['resources: [{ name: r }]'], '5:17: classification is required in a resource'],
      [
        ['resources: [{ name: r, classification: ANY }]'],
        '5:44: classification must be one of PUBLIC, INTERNAL, SENSITIVE, CUSTOMER_PII, FINANCIAL, EMPLOYEE',
      ],
      [
        ['resources: [{ name: ANY, classification: PUBLIC }]'],
        '5:25: name must not be one of ANY, PUBLIC, INTERNAL, SENSITIVE, CUSTOMER_PII, FINANCIAL, EMPLOYEE: the classification could be meant',
      ],
      [
        ['resources: [{ name: FINANCIAL, classification: PUBLIC }]'],
        '5:25: name must not be one of ANY, PUBLIC, INTERNAL, SENSITIVE, CUSTOMER_PII, FINANCIAL, EMPLOYEE: the classification could be meant',
      ],
      [
        [`resources: [{ name: ${ID.toUpperCase()}, classification: PUBLIC }]`],
        '5:25: name must not look like a UUID: an id could be meant',
      ],
      [
        [`resources: [{ name: ${'é'.repeat(101)}, classification: PUBLIC }]`],
        '5:25: name must have at most 100 characters',
      ],
      [[`resources: [{ name: ${'𝒜'.repeat(100)}, classification: PUBLIC }]`]],
      [
        ['resources: [{ name: r, classification: PUBLIC, description: 7 }]'],
        '5:65: description must be text; put it in quotes',
      ],
      [
        ['resources:', '  - { name: r, classification: PUBLIC }', '  - { name: r, classification: PUBLIC }'],
        '7:17: the name r is given twice in resources, first on line 6',
      ],
      [['agents: [{ name: a, id: 7 }]'], '5:29: id must be text; put it in quotes'],
      [['agents: [{ name: a, id: abc }]'], '5:29: id must be a UUID'],
      [
        [`agents: [{ name: a, id: ${ID} }, { name: b, id: ${ID.toUpperCase()} }]`],
        `5:84: the id ${ID.toUpperCase()} is given twice in agents, first on line 5`,
      ],
      [[`agents: [{ name: ${ID} }]`], '5:22: name must not look like a UUID: an id could be meant'],
      [
        ['agents: [{ name: "two\\nlines" }]'],
        '5:22: name must not hold line breaks, other control characters or characters that turn the direction of text',
      ],
      [['agents: [{ name: " a" }]'], '5:22: name must not begin or end with a space'],
      [['agents: [{ name: a, status: paused }]'], '5:33: status must be one of ACTIVE, PAUSED; did you mean PAUSED?'],
      [
        ['agents: [{ name: a, permissions: [{ action: READ, resource: nothing }] }]'],
        '5:65: resource must be ANY, a classification or the name of a resource in this file',
      ],
      [
        ['agents: [{ name: a, permissions: [{ action: COPY, resource: ANY }] }]'],
        '5:49: action must be one of ANY, READ, WRITE, DELETE, EXPORT, READ_DATA, WRITE_DATA, DELETE_DATA, EXPORT_DATA, SEND_EMAIL',
      ],
      [['agents: [{ name: a, permissions: [{ action: SEND_EMAIL, resource: ANY }] }]']],
    ]),
  )('$lines', ({ lines, faults }) => {
    expect(faultsIn(lines)).toEqual(faults);
  });
});

describe('API keys', () => {
  const form = 'key must begin with key_live_ or key_test_ and go on with at least 32 letters and digits';
  it.each(
    cases([
      [['apiKeys: [{ key: x }]'], '5:15: name is required in an API key', `5:22: ${form}`],
      [[`apiKeys: [{ name: a, key: key_live_${'a'.repeat(31)} }]`], `5:31: ${form}`],
      [[`apiKeys: [{ name: a, key: key_prod_${'a'.repeat(43)} }]`], `5:31: ${form}`],
      [[`apiKeys: [{ name: a, key: key_live_${'a'.repeat(42)}- }]`], `5:31: ${form}`],
      [[`apiKeys: [{ name: a, key: key_live_${'a'.repeat(32)} }]`]],
      [
        [`apiKeys: [{ name: a, key: ${KEY}, kind: TEST }]`],
        '5:91: the kind TEST does not go with a key that begins with key_live_',
      ],
      [
        [`apiKeys: [{ name: a, key: ${KEY} }, { name: b, key: ${KEY} }]`],
        '5:103: the key is given twice in apiKeys, first on line 5',
      ],
      [
        ['agents: [{ name: billing-bot }]', 'apiKeys: [{ name: a, agent: biling-bot }]'],
        '6:33: agent must name an agent of the organization in this file, and biling-bot is none; did you mean billing-bot?',
      ],
      [['apiKeys: [{ name: a, allowedIps: [] }]'], '5:38: allowedIps must not be empty'],
      [['apiKeys: [{ name: a, allowedIps: 10.0.0.1 }]'], '5:38: allowedIps must be a list'],
      [
        ['apiKeys: [{ name: a, allowedIps: [10.0.0.0/8, "2001:db8::/32", 10.0.0.0/33, office, 10.1] }]'],
        '5:68: allowedIps[2] must be an IP address or a CIDR range: `10.0.0.0/33` has a prefix beyond 32; ' +
          'write one from 0 to 32',
        '5:81: allowedIps[3] must be an IP address or a CIDR range: `office` is neither; ' +
          'write one such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32',
        '5:89: allowedIps[4] must be text; put it in quotes',
      ],
      [
        ['apiKeys: [{ name: a, expiresAt: tomorrow }]'],
        '5:37: expiresAt must be a moment from 1970 to 9999 with its zone, such as 2030-01-01T00:00:00Z',
      ],
      [
        ['apiKeys: [{ name: a, expiresAt: 2030-02-30T00:00:00Z }]'],
        '5:37: expiresAt must be a moment from 1970 to 9999 with its zone, such as 2030-01-01T00:00:00Z',
      ],
      [
        ['apiKeys: [{ name: a, expiresAt: 2030-01-01 }]'],
        '5:37: expiresAt must be a moment from 1970 to 9999 with its zone, such as 2030-01-01T00:00:00Z',
      ],
      ...['2030-12-31T23:59:60.5+01:00', '2030-01-01T24:00:00Z', '0000-01-01T00:00:00Z', '2030-01-01T00:00:00'].map(
        (text): Case => [
          [`apiKeys: [{ name: a, expiresAt: "${text}" }]`],
          '5:37: expiresAt must be a moment from 1970 to 9999 with its zone, such as 2030-01-01T00:00:00Z',
        ],
      ),
      [['apiKeys: [{ name: a, expiresAt: 2030-12-31T23:59:59.5+01:00 }]']],
    ]),
  )('$lines', ({ lines, faults }) => {
    expect(faultsIn(lines)).toEqual(faults);
  });

  it('never repeats a key in a message', () => {
    const lines = [`apiKeys: [{ name: a, key: ${KEY}- }, { name: b, key: ${KEY} }, { name: c, key: ${KEY} }]`];
    expect(faultsIn(lines)).toHaveLength(2);
    expect(faultsIn(lines).join()).not.toContain('aaaa');
  });

  it('refuses one key in two organizations', () => {
    const text = `${organization(`apiKeys: [{ name: a, key: ${KEY} }]`)}\n  - name: Other\n    apiKeys: [{ name: a, key: ${KEY} }]`;
    expect(faultsOf(text)).toEqual(['f.yaml:7:31: the key is given twice in apiKeys, first on line 5']);
  });
});

/** Headers about one connection, of the gateway, of objects, and others. */
const HEADERS = [
  ...['Accept', 'Accept-Encoding', 'Connection', 'Content-Length', 'Content-Type', 'Expect', 'Host', 'Keep-Alive'],
  ...['Proxy-Authenticate', 'Proxy-Authorization', 'Proxy-Connection', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade'],
  ...['User-Agent', '__proto__', 'constructor', 'toString', 'Authorization', 'Cookie', 'X-Api-Key', 'Via', 'X-Y'],
];

describe('integrations', () => {
  const host = 'allowedHosts[0] must be a host name or *.domain, without scheme, port and path';
  const withCredential = (credential: string) => [
    `integrations: [{ name: i, kind: HTTP, allowedHosts: [a.example], credential: ${credential} }]`,
  ];
  it.each(
    cases([
      [['integrations: [{ name: i, kind: SLACK }]'], '5:37: kind must be one of HTTP, CHAT_WEBHOOK, TICKET, INCIDENT'],
      ...[
        'https://a.example',
        'a.example:443',
        'a.example/x',
        '"*"',
        '"*.*.example"',
        'a..example',
        '"u@a.example"',
        '-a.example',
        '"a b"',
        '"%61.example"',
      ].map((given): Case => [[`integrations: [{ name: i, kind: HTTP, allowedHosts: [${given}] }]`], `5:58: ${host}`]),
      [
        ['integrations: [{ name: i, kind: HTTP, allowedHosts: ["*.10.0.0.1"] }]'],
        '5:58: allowedHosts[0] must have a domain after *., not an IP address',
      ],
      [
        [
          `integrations: [{ name: i, kind: HTTP, allowedHosts: [${Array.from({ length: 21 }, (_, n) => `h${n}.example`).join(', ')}] }]`,
        ],
        '5:57: allowedHosts must have at most 20 items',
      ],
      [withCredential('{ secret: s }'), '5:82: type is required in credential'],
      [
        withCredential('{ type: MAGIC, secret: s }'),
        '5:90: type must be one of API_KEY_HEADER, QUERY_PARAM, AUTHORIZATION, BASIC, OAUTH2_CLIENT_CREDENTIALS',
      ],
      [withCredential('secret'), '5:82: credential must be a map of fields'],
      [withCredential('{ type: BASIC, secret: s }'), '5:82: username is required in credential'],
      [
        withCredential('{ type: BASIC, username: "a:b", secret: s }'),
        '5:107: username must not hold a colon: it ends the user name',
      ],
      [
        withCredential('{ type: API_KEY_HEADER, header: Host, secret: s }'),
        '5:114: header must not be Host, which is not free',
      ],
      [
        withCredential('{ type: API_KEY_HEADER, header: "a b", secret: s }'),
        '5:114: header must be the name of an HTTP header',
      ],
      [
        withCredential('{ type: API_KEY_HEADER, secret: "a\\r\\nb: c" }'),
        '5:114: secret must be printable ASCII without spaces at the ends',
      ],
      [withCredential('{ type: AUTHORIZATION }'), '5:82: secret is required in credential'],
      [
        withCredential('{ type: AUTHORIZATION, scheme: "a b", secret: s }'),
        '5:113: scheme must be one word, such as Bearer',
      ],
      [withCredential('{ type: QUERY_PARAM, header: x, secret: s }'), '5:103: header is not a field of credential'],
      [
        withCredential('{ type: OAUTH2_CLIENT_CREDENTIALS, tokenUrl: "https://b.example/t", clientId: c, secret: s }'),
        '5:127: the host of tokenUrl must be one of allowedHosts',
      ],
      [
        withCredential(
          '{ type: OAUTH2_CLIENT_CREDENTIALS, tokenUrl: "https://u:p@a.example/t", clientId: c, secret: s }',
        ),
        '5:127: tokenUrl must not carry a user name or password',
      ],
      [withCredential('{ type: OAUTH2_CLIENT_CREDENTIALS, tokenUrl: "https://a.example/t", clientId: c, secret: s }')],
    ]),
  )('$lines', ({ lines, faults }) => {
    expect(faultsIn(lines)).toEqual(faults);
  });

  it('takes 20 allowed hosts', () => {
    const hosts = Array.from({ length: 20 }, (_, n) => `h${n}.example`);
    const lines = [`integrations: [{ name: i, kind: HTTP, allowedHosts: [${hosts.join(', ')}] }]`];
    const { organizations } = parseProvisioning(organization(...lines), 'f.yaml');
    expect(organizations[0]?.integrations[0]?.allowedHosts).toEqual(hosts);
  });

  it.each([...HEADERS, 'HOST', 'proxy-authenticate', 'PROXY-AUTHENTICATE', 'x-api-key'])(
    'takes the header %s exactly when it travels as the secret that it is',
    (header) => {
      const travels = travellingHeaders({ [header]: 'the secret' })[header] === 'the secret';
      const isOfGateway = /^(accept|content-type|user-agent)$/i.test(header);
      const faults = faultsIn(withCredential(`{ type: API_KEY_HEADER, header: ${header}, secret: s }`));
      const refusal = `5:114: header must not be ${header}, which is not free`;
      expect(faults).toEqual(travels && !isOfGateway ? [] : [refusal]);
    },
  );

  it('writes hosts as an address would, and defaults out', () => {
    const document = parseProvisioning(
      organization(
        'integrations:',
        '  - { name: a, kind: HTTP, allowedHosts: [API.Crm.Example, "*.BÜCHER.example", 127.0.0.1, "::1", "::1"] }',
        '  - { name: b, kind: HTTP, credential: { type: API_KEY_HEADER, secret: s } }',
        '  - { name: c, kind: HTTP, credential: { type: QUERY_PARAM, secret: s } }',
        '  - { name: d, kind: HTTP, credential: { type: AUTHORIZATION, secret: s } }',
      ),
      'f.yaml',
    );
    const integrations = document.organizations[0]?.integrations ?? [];
    expect(integrations[0]?.allowedHosts).toEqual(['api.crm.example', '*.xn--bcher-kva.example', '127.0.0.1', '[::1]']);
    expect(integrations.slice(1).map((one) => one.credential?.credential)).toEqual([
      { type: 'API_KEY_HEADER', header: 'X-Api-Key' },
      { type: 'QUERY_PARAM', name: 'api_key' },
      { type: 'AUTHORIZATION', scheme: 'Bearer' },
    ]);
  });
});

describe('routes and webhooks', () => {
  const beside = [
    'agents: [{ name: bot }]',
    'resources: [{ name: customers, classification: CUSTOMER_PII }]',
    'integrations:',
    '  - { name: crm, kind: HTTP, allowedHosts: [a.example], credential: { type: AUTHORIZATION, secret: s } }',
    '  - { name: chat, kind: CHAT_WEBHOOK }',
    '  - { name: desk, kind: TICKET }',
  ];
  const route = (fields: string) => [...beside, `httpRoutes: [{ name: r, ${fields} }]`];
  const kind = 'integration must be of kind HTTP: a gateway can send no other credential';
  it.each(
    cases([
      [route('resource: customers'), '11:18: baseUrl is required in an HTTP route'],
      [route('baseUrl: a.example'), '11:38: baseUrl must be an http or https address'],
      [route('baseUrl: "ftp://a.example"'), '11:38: baseUrl must be an http or https address'],
      [route('baseUrl: "https://u@a.example"'), '11:38: baseUrl must not carry a user name or password'],
      [route('baseUrl: "https://a.example/?"'), '11:38: baseUrl must not have a query (?)'],
      [route('baseUrl: "https://a.example/#"'), '11:38: baseUrl must not have a fragment (#)'],
      [route('baseUrl: "https://a.example", integration: chat'), `11:72: ${kind}`],
      [route('baseUrl: "https://a.example", integration: desk'), `11:72: ${kind}`],
      [
        route('baseUrl: "https://a.example", integration: crn'),
        '11:72: integration must name an integration of the organization in this file, and crn is none; did you mean crm?',
      ],
      [
        route('baseUrl: "https://a.example", resource: orders, agents: [bot, bat]'),
        '11:69: resource must name a resource of the organization in this file, and orders is none',
        '11:91: agents[1] must name an agent of the organization in this file, and bat is none; did you mean bot?',
      ],
      [route('baseUrl: "https://a.example", agents: []'), '11:67: agents must not be empty'],
      [
        route('baseUrl: "https://a.example", actions: [READ]'),
        '11:69: actions[0] must be one of READ_DATA, WRITE_DATA, DELETE_DATA, EXPORT_DATA, SEND_EMAIL',
      ],
      [
        route('baseUrl: "https://a.example", methods: [HEAD]'),
        '11:69: methods[0] must be one of GET, POST, PUT, PATCH, DELETE',
      ],
      [route('baseUrl: "https://a.example", scanBody: yes'), '11:69: scanBody must be true or false'],
      [route('baseUrl: "https://a.example", timeoutMs: 0'), '11:70: timeoutMs must be a whole number from 1 to 300000'],
      [
        [...beside, 'mcpRoutes: [{ name: m, agent: x, resource: y }]'],
        '11:35: agent must name an agent of the organization in this file, and x is none',
        '11:48: resource must name a resource of the organization in this file, and y is none',
      ],
      [
        ['webhooks: [{ secret: x }]'],
        '5:16: url is required in a webhook',
        '5:26: secret must begin with whsec_ and go on with at least 24 characters of base64',
      ],
      [['webhooks: [{ url: "https://u:p@a.example/" }]'], '5:23: url must not carry a user name or password'],
      [['webhooks: [{ url: "mailto:a@b" }]'], '5:23: url must be an http or https address'],
      [
        ['webhooks: [{ url: "https://a.example" }, { url: "https://A.example:443/" }]'],
        '5:53: the url is given twice in webhooks, first on line 5',
      ],
    ]),
  )('$lines', ({ lines, faults }) => {
    expect(faultsIn(lines)).toEqual(faults);
  });
});

describe('policies', () => {
  const nested = (levels: number) => `${'{ allOf: ['.repeat(levels)}${'] }'.repeat(levels)}`;
  it.each(
    cases([
      [['policies: [{ name: p, action: READ }]'], '5:16: decision is required'],
      [['policies: [p]'], '5:16: a policy must be an object'],
      [
        ['policies: [{ name: p, action: EXPORT_DATA, decision: BLOCK }]'],
        '5:35: action must be one of ANY, READ, WRITE, DELETE, EXPORT',
      ],
      [
        ['policies:', '  - name: p', '    action: READ', '    desicion: BLOCK'],
        '6:9: decision is required',
        '8:9: desicion is not a field of a policy; did you mean decision?',
      ],
      [
        [
          'policies:',
          '  - name: p',
          '    action: READ',
          '    decision: BLOCK',
          '    condition: { minRecord: 1, maxRecords: -1 }',
        ],
        '9:22: minRecord is not a field of condition; did you mean minRecords?',
        '9:48: condition.maxRecords must be at least 0',
      ],
      [
        [
          'policies:',
          '  - { name: p, action: READ, decision: BLOCK }',
          '  - { name: p, action: READ, decision: BLOCK }',
        ],
        '7:17: the name p is given twice in policies, first on line 6',
      ],
      [
        ['policies: [{ name: p, action: READ, decision: REVIEW, approverRoles: [OWNER, OWNER] }]'],
        '5:74: approverRoles must not list a value twice',
      ],
      [
        [`policies: [{ name: p, action: READ, decision: BLOCK, condition: ${nested(33)} }]`],
        expect.stringMatching(/^5:\d+: Groups of conditions may nest up to 32 levels/) as unknown as string,
      ],
      [[`policies: [{ name: p, action: READ, decision: BLOCK, condition: ${nested(32)} }]`]],
    ]),
  )('$lines', ({ lines, faults }) => {
    expect(faultsIn(lines)).toEqual(faults);
  });

  it('passes the warnings of the policy engine on, at their place', () => {
    const text = organization(
      'policies:',
      '  - { name: p, action: READ, decision: BLOCK, condition: { minRecords: 5 } }',
    );
    expect(parseProvisioning(text, 'f.yaml').warnings).toEqual([
      expect.stringMatching(/^f\.yaml:6:62: p: A caller evades this BLOCK policy by leaving `recordsAffected` out/),
    ]);
  });
});

describe('a secret that a slip has put where no text belongs', () => {
  const SECRET = 'hunter2hunter2';
  const HEAD = 'apiVersion: svc/v1\nkind: Provision\norganizations:\n  - name: A\n    users:\n';
  it.each([
    [`*${SECRET}`],
    [`&${SECRET}`],
    [`!${SECRET}`],
    [`!<${SECRET}>`],
    [`|${SECRET}`],
    [`>${SECRET}`],
    [`%${SECRET}`],
    [`@${SECRET}`],
    [`{${SECRET}}`],
    [`[${SECRET}]`],
    [`"\\q${SECRET}"`],
    [`"${SECRET}" ${SECRET}`],
    [`'${SECRET}`],
    [`${SECRET}: ${SECRET}`],
    [`${SECRET}\n${SECRET}`],
    [`\n  ${SECRET}: 1`],
    [`\n%${SECRET}`],
    [`\n!${SECRET} a`],
    ['1234567890123'],
    [`a,${SECRET}`],
    [`abcdefgh, ${SECRET}`],
  ])('%j is not repeated', (written) => {
    const fields = (at: string) => `${at}email: a@b.test${at}role: OWNER${at}name: A${at}password: ${written}`;
    const block = `${HEAD}      -${fields('\n        ').slice(8)}\n`;
    const flow = `${HEAD}      - {${fields(', ').slice(1)} }\n`;
    for (const text of [
      block,
      flow,
      block.replace('password: ', 'password:'),
      flow.replace('password: ', 'password:'),
    ]) {
      let message = '';
      try {
        parseProvisioning(text, 'f.yaml');
      } catch (error) {
        ({ message } = error as Error);
      }
      expect(message).not.toMatch(/hunter2|1234567890123/);
    }
  });
});
