// SPDX-License-Identifier: Apache-2.0
/**
 * The checks and tests of the Python client: `node scripts/python.mjs client`, `frameworks`, or names of frameworks. Each
 * set of packages has an environment of its own, which is made once. A machine without Python leaves them out and says
 * so; CI is none.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installBeside } from './install-beside.mjs';
import { root, run, runTogether } from './run.mjs';

const PYTHON = process.env.SVC_PYTHON ?? 'python3';
const OLDEST = [3, 10];
const FRAMEWORKS = 'python/tests/frameworks';
const VERSIONS = ['newest', 'oldest'];

const version = versionOf();
if (version === null) {
  const why = `${PYTHON} is not Python ${OLDEST.join('.')} or newer with venv`;
  process.stderr.write(`> The Python client is left out: ${why}. Its checks and tests did not run.\n`);
  process.exit(process.env.CI === 'true' ? 1 : 0);
}

const [what = 'client', ...more] = process.argv.slice(2);
if (what === 'client') testClient();
else if (what === 'frameworks') await testFrameworks();
else for (const name of [what, ...more]) testFramework(name);

function testClient() {
  const bin = environmentOf('python/requirements.txt');
  installBeside('test/beside');
  const python = join(bin, 'python');
  const pyright = join(root, 'test/beside/node_modules/pyright/index.js');
  run('Python: lint and syntax of 3.10', join(bin, 'ruff'), ['check', 'python']);
  run('Python: format', join(bin, 'ruff'), ['format', '--check', 'python']);
  run('Python: types (mypy)', join(bin, 'mypy'), [
    '--config-file',
    'python/pyproject.toml',
    'python/src',
    'python/tests',
  ]);
  run('Python: types (pyright)', process.execPath, [pyright, '--project', 'python', '--pythonpath', python]);
  test('Python: tests', python, ['python/tests', '--ignore', FRAMEWORKS]);
}

/** Side by side: an installation and a run keep one core each. */
async function testFrameworks() {
  environmentOfUv();
  await runTogether(frameworks().map((name) => [`Python: ${name}`, process.execPath, [import.meta.filename, name]]));
}

function testFramework(name) {
  for (const one of VERSIONS) {
    const python = join(environmentOf(`${FRAMEWORKS}/${name}/${one}.txt`), 'python');
    test(`Python: ${name}, ${one}`, python, [`${FRAMEWORKS}/${name}`]);
  }
}

function test(title, python, args) {
  run(title, python, ['-m', 'pytest', '-q', '--config-file', 'python/pyproject.toml', ...args], {
    PYTHONPYCACHEPREFIX: join(root, 'node_modules/.cache/python/bytecode'),
    SVC_NODE: process.execPath,
  });
}

function frameworks() {
  return readdirSync(join(root, FRAMEWORKS)).filter((name) => existsSync(join(root, FRAMEWORKS, name, 'newest.txt')));
}

/** @returns {string | null} such as `3.11.7` */
function versionOf() {
  const code = 'import sys, venv, ensurepip; print("%d.%d.%d" % sys.version_info[:3])';
  const { stdout = '' } = spawnSync(PYTHON, ['-c', code], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (stdout ?? '').trim().split('.').map(Number);
  const isNew = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return isNew ? stdout.trim() : null;
}

/**
 * Installs what the file pins, built packages alone, unless it is there. Environments share the files of a package, as uv
 * links them: sixteen of them have most in common.
 * @returns {string} the folder of its programs
 */
function environmentOf(requirements) {
  return environment(requirements, (folder) => {
    const uv = join(environmentOfUv(), 'uv');
    const settings = {
      UV_CACHE_DIR: join(root, 'node_modules/.cache/uv'),
      UV_DEFAULT_INDEX: indexOfPip(),
      UV_PYTHON_DOWNLOADS: 'never',
      UV_SYSTEM_CERTS: 'true',
    };
    run(`Python: environment of ${requirements}`, uv, ['venv', '--quiet', '--python', PYTHON, folder], settings);
    const pinned = ['--no-deps', '--only-binary', ':all:', '--requirement', requirements];
    run('Python: packages', uv, ['pip', 'install', '--quiet', '--python', folder, ...pinned], settings);
  });
}

function environmentOfUv() {
  return environment('python/installer.txt', (folder) => {
    run('Python: environment of uv', PYTHON, ['-m', 'venv', folder]);
    const what = ['--only-binary', ':all:', '--requirement', 'python/installer.txt'];
    run('Python: uv', join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...what]);
  });
}

/** @returns {string} the registry that pip asks */
function indexOfPip() {
  const { stdout = '' } = spawnSync(PYTHON, ['-m', 'pip', 'config', 'list'], { encoding: 'utf8' });
  return /\.index-url='(.*)'$/m.exec(stdout)?.[1] ?? 'https://pypi.org/simple';
}

function environment(requirements, install) {
  const text = readFileSync(join(root, requirements), 'utf8');
  const key = createHash('sha256').update(`${version}\n${text}`).digest('hex').slice(0, 16);
  const folder = join(root, 'node_modules/.cache/python', key);
  // Written last: an installation that was cut off is made anew.
  const mark = join(folder, 'svc-installed');
  if (!existsSync(mark)) {
    rmSync(folder, { recursive: true, force: true });
    install(folder);
    writeFileSync(mark, '');
  }
  return join(folder, 'bin');
}
