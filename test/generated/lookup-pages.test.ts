// SPDX-License-Identifier: Apache-2.0
/**
 * Pages to look things up in, written from the tables of the code: commands, errors, rights of roles, mails, and the
 * actions of tool names. `npm run generate` writes them, and every other run fails on a difference.
 */
import { APP_OPERATIONS, type AppOperation, ERRORS, isOpenInDemo, NOTIFICATIONS, ROLES } from '@svc/contract';
import { expect, it } from 'vitest';
import { COMMANDS as CLI_COMMANDS } from '../../cli/src/commands/table.ts';
import { EXIT_MEANINGS } from '../../cli/src/exit-codes.ts';
import { TOOL_RULES, UNKNOWN_TOOL_ACTION } from '../../core/src/tool-action/table.ts';
import { mailedRolesOf } from '../../server/src/outgoing/mail/index.ts';
import { COMMANDS as SERVER_COMMANDS } from '../../server/src/process/commands/index.ts';
import { ROOT } from '../tidy/source-files.ts';
import { REMEDIES } from './error-remedies.ts';
import { NOTICE_MEANINGS, PERSONAL_MAILS } from './mails-told.ts';

const WRITTEN = 'Written from the code by `npm run generate`; edits here are lost.';

async function holds(name: string, lines: readonly string[]): Promise<void> {
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`${ROOT}/docs/reference/${name}.md`);
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(...heads),
  `|${'---|'.repeat(heads.length)}`,
  ...rows.map((cells) => row(...cells)),
];

it('lists the errors, with what to do', async () => {
  await holds('errors', [
    '# Errors',
    '',
    WRITTEN,
    '',
    'Every error has the body `{ "error": code, "message": text, "requestId": id }`. A `validation_error` also has',
    '`fields`, which maps the path of each wrong field to what is wrong with it. Its `fieldCodes` maps the path to a code',
    'and its parameters. BLOCK and REVIEW are not errors.',
    ...Object.entries(ERRORS).flatMap(([code, { status, message }]) => [
      '',
      `## ${code}`,
      '',
      `Status ${status}. ${message}`,
      '',
      `**What to do:** ${REMEDIES[code as keyof typeof ERRORS]}`,
    ]),
  ]);
});

it('lists the commands', async () => {
  const options = (given: readonly (readonly [string, string])[]) =>
    given.length === 0
      ? []
      : [
          '',
          ...table(
            ['Argument', 'Meaning'],
            given.map(([name, meaning]) => [`\`${name}\``, meaning]),
          ),
        ];
  const ofCli = CLI_COMMANDS.flatMap(({ name, summary, operands = [], options: flags, json, examples }) => {
    const given = [
      ...operands,
      ...flags.map(({ flags: text, meaning, isRequired, choices }): readonly [string, string] => [
        text,
        `${meaning}${isRequired === true ? '; needed' : ''}${choices === undefined ? '' : `: ${choices.join(', ')}`}`,
      ]),
      ...(json === undefined ? [] : [['--json', json] as const]),
    ];
    return ['', `### svc ${name}`, '', summary, ...options(given), '', '```sh', ...examples, '```'];
  });
  const ofServer = [...SERVER_COMMANDS]
    .reverse()
    .map(({ words, operands, means }) => [
      `\`${['svc-server', ...words, operands].filter((part) => part !== '').join(' ')}\``,
      means,
    ]);
  await holds('command-line', [
    '# Commands',
    '',
    WRITTEN,
    '',
    '## svc',
    '',
    'The command line of people who write rules: see [the command line](../guides/command-line.md). Each command takes',
    '`--json`, which prints one JSON document, and `--help`. `svc --version` prints the version.',
    '',
    ...table(
      ['Exit code', 'Meaning'],
      EXIT_MEANINGS.map(([code, meaning]) => [String(code), meaning]),
    ),
    ...ofCli,
    '',
    '## svc-server',
    '',
    'The service itself, and what an operator asks it for: see [running the service](../operating/running.md). In an',
    'unpacked release it is `node server/bin/svc-server.js`. Its settings are [environment variables](configuration.md).',
    '',
    ...table(['Command', 'Does'], ofServer),
  ]);
});

const named = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const topicOf = (path: string): string => path.split('/')[1] ?? '';

function rightsOf([id, operation]: readonly [string, AppOperation]): string[] {
  const { method, path, who, recentSignIn } = operation;
  const may = ROLES.map((role) => (who === 'anybody' || who[role] ? 'yes' : '–'));
  const also = [
    ...(who === 'anybody' ? ['also without a sign-in'] : []),
    ...(recentSignIn === true ? ['asks for a fresh sign-in'] : []),
    ...(isOpenInDemo(operation) && who !== 'anybody' ? ['open in the demo'] : []),
  ];
  return [named(id), `\`${method} ${path}\``, ...may, also.join('; ')];
}

it('lists the rights of each role', async () => {
  const operations = Object.entries(APP_OPERATIONS as Readonly<Record<string, AppOperation>>);
  const topics = [...new Set(operations.map(([, { path }]) => topicOf(path)))].sort();
  expect(topics.length).toBeGreaterThan(20);
  await holds('roles', [
    '# Roles and rights',
    '',
    WRITTEN,
    '',
    'What each role may do in the app and over its routes. [Members](../guides/members.md) says how people get a role. Who',
    'may answer a review is written in the review: see [reviews](../guides/reviews.md). API keys have permissions of their',
    'own: see [deciding an action](../guides/deciding.md).',
    ...topics.flatMap((topic) => [
      '',
      `## ${topic}`,
      '',
      ...table(
        ['What', 'Route', ...ROLES, 'Also'],
        operations.filter(([, { path }]) => topicOf(path) === topic).map(rightsOf),
      ),
    ]),
  ]);
});

it('lists who is told of what', async () => {
  const defaults = mailedRolesOf({});
  await holds('notices', [
    '# Who is told of what',
    '',
    WRITTEN,
    '',
    'Mails that the service sends. [Notices](../guides/notices.md) says how they are collected, and how to turn them off.',
    '',
    '## To roles',
    '',
    'An organization chooses the roles on the page **Notifications**. A role is told of a review only if it may answer it.',
    '',
    ...table(
      ['Notice', 'When', 'Roles, unless set otherwise'],
      NOTIFICATIONS.map((name) => [`\`${name}\``, NOTICE_MEANINGS[name], defaults[name].join(', ')]),
    ),
    '',
    '## To one person, or about the plan',
    '',
    'These cannot be turned off.',
    '',
    ...table(
      ['Mail', 'When', 'To'],
      Object.entries(PERSONAL_MAILS).map(([kind, [when, to]]) => [`\`${kind}\``, when, to]),
    ),
  ]);
});

it('lists the actions of tool names', async () => {
  const rules = TOOL_RULES.map(({ action, match, terms }, index) => [
    String(index + 1),
    match === 'word' ? 'one of these words' : 'any of these letters in a row',
    terms.map((term) => `\`${term}\``).join(', '),
    `\`${action}\``,
  ]);
  await holds('tool-actions', [
    '# Actions of tool names',
    '',
    WRITTEN,
    '',
    'What the call of a tool is decided as, where no [tool rule](../guides/tool-rules.md) says it. The first line that fits',
    'the name counts. Words end at `_`, `-`, `.`, `/`, `:`, at white space, and where small letters meet capitals.',
    '',
    ...table(['', 'The name has', 'Which', 'Action'], rules),
    '',
    `A name that fits no line is \`${UNKNOWN_TOOL_ACTION}\`. A name with a sign outside of ASCII is \`DELETE_DATA\`: it could`,
    'hide a word.',
  ]);
});
