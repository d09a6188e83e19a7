// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: no page and no example runs a package of a public registry that a stranger owns. Where a program is missing,
 * npx downloads one of its name. It then runs with the API key in its environment. pip and uv take the newest version
 * of all indexes that they are given.
 */
import { describe, expect, it } from 'vitest';
import { readRepositoryFile, repositoryFiles } from './source-files.ts';

/** Texts that people copy commands from, and sources that print them. */
const TEXTS = /\.(md|mjs|json|ya?ml|toml|py|tsx?|sh|service|conf|env)$|(^|\/)(Dockerfile|Caddyfile)$/;
const EXCEPT = /(^|\/)package-lock\.json$|^test\/tidy\/package-names\.test\.ts$/;

const files = repositoryFiles().filter((file) => TEXTS.test(file) && !EXCEPT.test(file));
const ownDependencies = new Set(
  repositoryFiles()
    .filter((file) => /(^|\/)package\.json$/.test(file))
    .flatMap((file) => {
      const manifest = JSON.parse(readRepositoryFile(file)) as Record<string, Record<string, string> | undefined>;
      return [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})];
    })
    .filter((name) => !/^(@svc\/|svc)/.test(name)),
);

/** The faults of a text, one sentence each. */
function faultsOf(text: string): string[] {
  const faults: string[] = [];
  for (const [, options = '', name = ''] of text.matchAll(/\bnpx((?: +-[-\w]*(?:=\S+)?)*) +([@\w][\w@./-]*)/g)) {
    const downloadsNothing = / --no --$/.test(options);
    const isAddressed = / --package=\S*(:\/\/|\$|\.tgz|ADDRESS)/.test(options);
    if (downloadsNothing || isAddressed || ownDependencies.has(name)) continue;
    faults.push(`npx ${name} may run a stranger's package: write \`npx --no -- ${name}\`, or give --package=ADDRESS`);
  }
  for (const [, name = ''] of text.matchAll(
    /\bnpm (?:install|i|add|exec|x|init)(?: +-[-\w=]+)* +(@?[a-z][^\s`'"]*)/g,
  )) {
    if (/^(https?:|\.{0,2}\/)|\.tgz$/.test(name) || ownDependencies.has(name.replace(/(?<=.)@.*$/, ''))) continue;
    faults.push(`npm takes ${name} from a public registry: give the address of the file`);
  }
  for (const [command] of text.matchAll(
    /\b(?:pip3? (?:install|download|wheel)|pipx \w+|uv (?:pip install|add|tool \w+)|uvx)\b[^\n`]* svc[-_.]sdk\b(?!-\d)[^\n`]*/gi,
  )) {
    const isAlone = / --(?:index-url|default-index)[ =]\S*(?::\/\/|\$|ADDRESS)/.test(command);
    if (isAlone && !/ --(?:extra-index-url|index|find-links)\b/.test(command.replace(/--index-url/g, ''))) continue;
    faults.push(`\`${command}\` may install a stranger's package: give the index of the service alone, by --index-url`);
  }
  for (const [, command = ''] of text.matchAll(/"command":\s*"((?:[^"\\]|\\.)*svc-claude-code(?:[^"\\]|\\.)*)"/g)) {
    if (/^node \\"\$CLAUDE_PROJECT_DIR\\"\/node_modules\/@svc\/sdk\/\S+ \|\| exit 2$/.test(command)) continue;
    faults.push('a hook names its program by the path in node_modules, and ends with `|| exit 2`');
  }
  return faults;
}

describe('the reader of commands', () => {
  it.each([
    'npx svc policies apply',
    'npx --yes svc init',
    'npx svc-server psql',
    'npx -y svc-claude-code',
    'npx --no svc --version',
    'npx tsc -b',
    'npm install @svc/sdk',
    'npm i --save-exact @svc/cli',
    'npm exec svc',
    'pip install svc-sdk',
    'python -m pip install --upgrade "x" svc_sdk',
    'pip install --extra-index-url https://svc.example/packages/simple svc-sdk',
    'pip install --index-url https://svc.example/packages/simple --extra-index-url https://other.example svc-sdk',
    'pip install --index-url https://svc.example/packages/simple svc-sdk --find-links here',
    'uv add svc-sdk',
    'uv add --index https://svc.example/packages/simple svc-sdk',
    'uvx svc-sdk',
    '"command": "npx svc-claude-code"',
    '"command": "node node_modules/@svc/sdk/bin/svc-claude-code.js"',
  ])('finds a fault in: %s', (text) => {
    expect(faultsOf(text).length).toBeGreaterThan(0);
  });

  it.each([
    'npx --no -- svc policies apply',
    'npx --yes --package=https://svc.example/packages/svc-cli-0.1.0.tgz svc init',
    'npx --yes --package=./svc-cli.tgz svc init',
    'npx vitest run core/src',
    'npm install --save-exact https://svc.example/packages/svc-sdk-0.1.0.tgz',
    'npm install ./vendor/svc-sdk-0.1.0.tgz',
    'pip install --index-url https://svc.example/packages/simple svc-sdk',
    'uv pip install --default-index=https://svc.example/packages/simple svc-sdk',
    'pip install https://svc.example/packages/svc_sdk-0.1.0-py3-none-any.whl',
    'pip install requests',
    'npm ci --ignore-scripts',
    'npm install',
    '"command": "node \\"$CLAUDE_PROJECT_DIR\\"/node_modules/@svc/sdk/bin/svc-claude-code.js || exit 2"',
  ])('finds none in: %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});

it('is kept by every page, example and source', () => {
  const found = files.flatMap((file) => faultsOf(readRepositoryFile(file)).map((fault) => `${file}: ${fault}`));
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

it('is kept by the settings of Claude Code, which also deny the agent its own rules', () => {
  const settings = JSON.parse(readRepositoryFile('sdk/examples/claude-code/settings.json')) as {
    permissions: { deny: string[] };
    hooks: { PreToolUse: { matcher: string }[] };
  };
  expect(settings.permissions.deny).toEqual(['Edit(.claude/**)', 'Write(.claude/**)']);
  const [{ matcher } = { matcher: '' }] = settings.hooks.PreToolUse;
  expect(matcher).toBe('*');
});
