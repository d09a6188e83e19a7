// SPDX-License-Identifier: Apache-2.0
/** All faults of the files are reported at once, at their places. No file content does harm. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CONDITION_LEVELS_MAX } from '@svc/contract';
import { expect, it } from 'vitest';
import { folderOf, policyFile, type Ran, svc } from '#harness/command-line';

const validate = (folder: string, ...more: string[]): Promise<Ran> =>
  svc(['policies', 'validate', '.', ...more], { cwd: folder });

/** Renders each as `file:line:column: message`. */
async function faultsOf(folder: string): Promise<string[]> {
  const { stdout, code } = await validate(folder, '--json');
  const { valid, errors } = JSON.parse(stdout) as {
    valid: boolean;
    errors: { file: string; line: number; column: number; message: string }[];
  };
  expect({ code, valid }).toEqual(errors.length > 0 ? { code: 1, valid: false } : { code: 0, valid: true });
  return errors.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
}

it('shows each error with the offending line and a mark, on stderr', async () => {
  const folder = folderOf({ 'a.yaml': policyFile('One', '  action: READ\n  decison: BLOCK') });
  expect(await validate(folder)).toEqual({
    code: 1,
    stdout: '',
    stderr: [
      'a.yaml:6:3: error: spec.decision is required',
      '  6 |   action: READ',
      '    |   ^',
      'a.yaml:7:3: error: decison is not a field of spec; did you mean decision?',
      '  7 |   decison: BLOCK',
      '    |   ^',
      'svc: 2 errors',
      '',
    ].join('\n'),
  });
});

it('tells the errors of all documents of all files at once', async () => {
  const folder = folderOf({
    'a.yaml': `${policyFile('One', '  action: REED\n  decision: BLOCK')}---\n${policyFile('Two', '  action: READ\n  decision: block')}`,
    'deep/b.yml': policyFile('x'.repeat(121)),
    'tests.yaml':
      'apiVersion: svc/v1\nkind: PolicyTest\ncases:\n  - name: one\n    input: { agent: a, action: READ, resource: r }\n',
  });
  expect(await faultsOf(folder)).toEqual([
    'a.yaml:6:11: spec.action must be one of ANY, READ, WRITE, DELETE, EXPORT; did you mean READ?',
    'a.yaml:15:13: spec.decision must be one of ALLOW, REVIEW, BLOCK; did you mean BLOCK?',
    'deep/b.yml:4:9: metadata.name must have at most 120 characters',
    'tests.yaml:5:32: cases[0].input.action must be one of READ_DATA, WRITE_DATA, DELETE_DATA, EXPORT_DATA, SEND_EMAIL',
  ]);
});

it.each([
  ['another apiVersion', 'apiVersion: svc/v2\nkind: Policy\n', 'a.yaml:1:13: apiVersion must be one of svc/v1'],
  [
    'another kind',
    'apiVersion: svc/v1\nkind: Provision\n',
    'a.yaml:2:7: kind must be one of Policy, Budget, ToolRules, PolicyTest, PolicyClaim',
  ],
  ['no kind', 'apiVersion: svc/v1\n', 'a.yaml:1:1: kind is required'],
  ['a list', '- 1\n', 'a.yaml:1:1: the document must be an object'],
  ['plain text', 'hello\n', 'a.yaml:1:1: the document must be an object'],
  ['nothing', '# only a comment\n', 'a.yaml:1:1: the file is empty'],
  ['a name given twice', 'apiVersion: svc/v1\napiVersion: svc/v1\n', 'a.yaml:2:1: the field apiVersion is given twice'],
  [
    'a tag',
    'apiVersion: !!js/function x\n',
    'a.yaml:1:13: tags such as !name are not known here; write the plain value',
  ],
  ['a name that is no text', '? [a]\n: 1\n', 'a.yaml:1:3: the name of a field must be text'],
  [
    'an unknown anchor',
    'apiVersion: *x\n',
    'a.yaml:1:13: a value that begins with * is an alias, and no anchor of its name stands before it; put text in quotes',
  ],
  ['U+0000', `${policyFile('a\0b')}`, 'a.yaml:4:9: text must not hold the character U+0000'],
])('refuses %s', async (_what, text, fault) => {
  expect(await faultsOf(folderOf({ 'a.yaml': text }))).toContain(fault);
});

it('names tabs', async () => {
  const folder = folderOf({ 'a.yaml': 'apiVersion: svc/v1\nspec:\n\taction: READ\n' });
  expect((await faultsOf(folder)).join('\n')).toMatch(/^a\.yaml:3:1: .*(tab|spaces)/im);
});

it('names conditions of the API that files do not hold, at any depth', async () => {
  const spec = '  action: READ\n  decision: ALLOW\n  condition: { anyOf: [{ lgpdCategories: [HEALTH] }] }';
  expect(await faultsOf(folderOf({ 'a.yaml': policyFile('One', spec) }))).toEqual([
    'a.yaml:8:26: lgpdCategories is a condition of the API that policy files do not hold; apply this policy through the API',
  ]);
});

it('refuses a name that two policies have, in one file or in two', async () => {
  const folder = folderOf({ 'a.yaml': `${policyFile('One')}---\n${policyFile('Two')}`, 'b.yaml': policyFile('One') });
  expect(await faultsOf(folder)).toEqual(['b.yaml:4:9: the name is already that of the policy in a.yaml:1']);
});

it('takes groups of conditions 32 levels deep, and refuses 33', async () => {
  const nested = (levels: number) => {
    const condition = `${'{ allOf: ['.repeat(levels)}{ minRecords: 1 }${'] }'.repeat(levels)}`;
    return policyFile('Deep', `  action: READ\n  decision: ALLOW\n  condition: ${condition}`);
  };
  expect(await faultsOf(folderOf({ 'a.yaml': nested(CONDITION_LEVELS_MAX) }))).toEqual([]);
  expect(await faultsOf(folderOf({ 'a.yaml': nested(CONDITION_LEVELS_MAX + 1) }))).toEqual([
    expect.stringContaining('Groups of conditions may nest up to 32 levels.'),
  ]);
  for (const levels of [100, 5_000]) {
    expect(await faultsOf(folderOf({ 'a.yaml': nested(levels) }))).toEqual([
      expect.stringMatching(/^a\.yaml:8:\d+: values nest deeper than 128 levels$/),
    ]);
  }
});

it('refuses aliases that would grow to a hundred thousand million values, and unfolds none', async () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (let index = 1; index < 12; index += 1) {
    const [name, before] = [String.fromCharCode(97 + index), String.fromCharCode(96 + index)];
    bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`);
  }
  expect(await faultsOf(folderOf({ 'a.yaml': bomb.join('\n') }))).toEqual([
    expect.stringContaining('more than 100 uses of aliases'),
  ]);
});

it('refuses links that lead out of the folder, and reads nothing through them', async () => {
  const outside = folderOf({ 'secret.yaml': 'password: hunter2' });
  const folder = folderOf({ 'a.yaml': policyFile('One') });
  symlinkSync(join(outside, 'secret.yaml'), join(folder, 'b.yaml'));
  symlinkSync(outside, join(folder, 'more'));
  symlinkSync(join(outside, 'gone.yaml'), join(folder, 'gone.yaml'));
  const { stdout, stderr } = await validate(folder);
  expect(await faultsOf(folder)).toEqual(
    ['b.yaml', 'gone.yaml', 'more'].map(
      (name) => `${name}:1:1: this link leads out of the folder; put the file itself here`,
    ),
  );
  expect(stdout + stderr).not.toContain('hunter2');
});

it('leaves out links within the folder, hidden files and node_modules', async () => {
  const folder = folderOf({
    'a.yaml': policyFile('One'),
    '.hidden.yaml': 'x',
    'node_modules/p/x.yaml': 'x',
    'a.txt': 'x',
  });
  mkdirSync(join(folder, 'sub'));
  symlinkSync(join(folder, 'a.yaml'), join(folder, 'sub', 'again.yaml'));
  symlinkSync(folder, join(folder, 'sub', 'round'));
  expect(await validate(folder)).toMatchObject({ code: 0, stdout: '1 policy and 0 test cases in 1 file are valid.\n' });
});

it('fails and says what to do where there are no policy files: a gate on the wrong folder must not pass', async () => {
  expect(await validate(folderOf())).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'svc: there are no policy files here; `svc init` writes examples\n',
  });
});

it('refuses what is no UTF-8, and says so of a path that is not there', async () => {
  const folder = folderOf();
  const { writeFileSync } = await import('node:fs');
  writeFileSync(join(folder, 'a.yaml'), Buffer.from([0x61, 0xff, 0xfe]));
  expect(await faultsOf(folder)).toEqual(['a.yaml:1:1: the file is not written in UTF-8: save it as UTF-8']);
  expect(await svc(['policies', 'validate', 'nowhere'], { cwd: folder })).toMatchObject({
    code: 1,
    stderr: `svc: There is no ${folder}/nowhere. Run svc init, or name a path.\n`,
  });
});

it('writes the place of an unknown field as it writes every place, and once', async () => {
  const cases = '  - { name: a, input: { agent: a, action: READ_DATA, resource: r, nosuch: 1 } }\n';
  const text = `apiVersion: svc/v1\nkind: PolicyTest\ncases:\n${cases}  - { name: b, inputs: {} }\n`;
  const { code, stderr } = await svc(['policies', 'validate', folderOf({ 'a.yaml': text })]);
  expect(code).toBe(1);
  expect(stderr).toContain('nosuch is not a field of cases[0].input\n');
  expect(stderr).toContain('inputs is not a field of cases[1]; did you mean input?\n');
  expect(stderr.match(/nosuch is/g)).toHaveLength(1);
  expect(stderr).not.toMatch(/cases\.\d/);
});

it('warns about what is valid and looks unintended, and ends with 0', async () => {
  const spec = '  action: EXPORT\n  decision: BLOCK\n  condition: { minRecords: 100 }';
  const { code, stderr } = await validate(folderOf({ 'a.yaml': policyFile('One', spec) }));
  expect(code).toBe(0);
  expect(stderr).toContain('a.yaml:8:14: warning: A caller evades this BLOCK policy by leaving `recordsAffected` out');
});

it('shows no control character of a file on a terminal, and colours only there and without NO_COLOR', async () => {
  const names = '  "\\e]0;owned\\a": 1\n  "x\u202ey": 1\n';
  const folder = folderOf({ 'a.yaml': policyFile('One') + names });
  const options = { cwd: folder, isTerminal: true };
  const plain = await svc(['policies', 'validate', '.'], { ...options, env: { NO_COLOR: '1' } });
  for (const control of ['\u0007', '\u001b', '\u202e']) expect(plain.stderr).not.toContain(control);
  expect(plain.stderr).toContain('\\u001b]0;owned\\u0007 is not a field of spec');
  const coloured = await svc(['policies', 'validate', '.'], options);
  expect(coloured.stderr).toContain('\u001b[31merror\u001b[39m');
});

const REVIEW = (name: string) => policyFile(name, '  action: EXPORT\n  decision: REVIEW');

it.each([
  ['nothing between two separators', `---\n${REVIEW('a')}---\n---\n${REVIEW('b')}---\n`, 2],
  ['comments before and after', `# a comment\n---\n${REVIEW('a')}---\n# the end\n`, 1],
  ['null in either spelling', `${REVIEW('a')}---\nnull\n---\n~\n---\n${REVIEW('b')}`, 2],
  ['a mark before a later document', `${REVIEW('a')}---\n\uFEFF${REVIEW('b')}`, 2],
  ['a mark before a separator', `\uFEFF${REVIEW('a')}\uFEFF---\n${REVIEW('b')}`, 2],
  ['marks and CR LF', `\uFEFF${REVIEW('a')}---\n\uFEFF${REVIEW('b')}---\n`.replaceAll('\n', '\r\n'), 2],
])('takes %s as no document', async (_what, text, policies) => {
  const { code, stdout } = await validate(folderOf({ 'a.yaml': text }), '--json');
  expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, policies, errors: [] });
});

it('takes a file of nothing or comments beside others, and no folder of them alone', async () => {
  const nothing = { 'a.yaml': '# nothing yet\n', 'b.yaml': '', 'c.yaml': '---\n---\n' };
  const beside = await validate(folderOf({ ...nothing, 'd.yaml': REVIEW('x') }), '--json');
  expect({ code: beside.code, ...(JSON.parse(beside.stdout) as object) }).toMatchObject({ code: 0, policies: 1 });
  expect(await faultsOf(folderOf(nothing))).toEqual([
    'a.yaml:1:1: the file is empty',
    'b.yaml:1:1: the file is empty',
    'c.yaml:1:1: the file is empty',
  ]);
});

it('says that merge keys are not taken', async () => {
  const merge = policyFile('m', '  action: READ\n  decision: ALLOW\n  condition:\n    <<: { minRecords: 5 }');
  expect(await faultsOf(folderOf({ 'a.yaml': merge }))).toEqual([
    expect.stringMatching(/^a\.yaml:9:5: merge keys \(<<\) are not taken; write the fields out here/),
  ]);
  const quoted = merge.replace('<<', '"<<"');
  expect(await faultsOf(folderOf({ 'a.yaml': quoted }))).toEqual([expect.stringContaining('is not a field')]);
});
