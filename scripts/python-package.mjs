// SPDX-License-Identifier: Apache-2.0
/**
 * The client library for Python as wheel and source archive, written without Python. Both say what hatchling would make
 * of python/pyproject.toml; a field that is not written here is refused. One set of sources gives one set of bytes.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { filesOf, pack } from './archive.mjs';
import { root } from './run.mjs';
import { zip } from './zip.mjs';

const IMPORTED = 'svc_sdk';
const LICENCES = ['LICENSE', 'NOTICE'];
const FIELDS = [
  ['name', (value) => `Name: ${value}`],
  ['version', (value) => `Version: ${value}`],
  ['description', (value) => `Summary: ${value}`],
  [
    'license',
    (value) => [`License-Expression: ${value}`, ...LICENCES.map((file) => `License-File: ${file}`)].join('\n'),
  ],
  ['classifiers', (values) => values.map((value) => `Classifier: ${value}`).join('\n')],
  ['requires-python', (value) => `Requires-Python: ${value}`],
];
const WRITTEN_ELSEWHERE = ['readme', 'scripts', 'entry-points'];
const WHEEL = 'Wheel-Version: 1.0\nGenerator: svc\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/**
 * @param {string} folder receives both files
 * @returns {{ file: string; python: { name: string; version: string; requiresPython: string } }[]} for the index of all
 */
export function buildPythonPackage(folder) {
  const project = readProject();
  const { name, version } = project;
  const stem = `${IMPORTED}-${version}`;
  const python = { name, version, requiresPython: project['requires-python'] };
  const metadata = metadataOf(project);
  const [wheel, sources] = [`${stem}-py3-none-any.whl`, `${stem}.tar.gz`];
  writeFileSync(join(folder, wheel), wheelOf(`${stem}.dist-info`, metadata, project));
  packSources(metadata, stem, join(folder, sources));
  return [wheel, sources].map((file) => ({ file, python }));
}

/** @throws Error for a field too many or too few, and for a version of its own */
function readProject() {
  const { project } = parse(readFileSync(join(root, 'python/pyproject.toml'), 'utf8'));
  const written = [...FIELDS.map(([field]) => field), ...WRITTEN_ELSEWHERE].sort().join(', ');
  const found = Object.keys(project).sort().join(', ');
  if (found !== written)
    throw new Error(
      `python/pyproject.toml: scripts/python-package.mjs writes the fields ${written}; there are ${found}.`,
    );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (project.version !== version) throw new Error(`python/pyproject.toml: the version of package.json is ${version}.`);
  return project;
}

/** The order is hatchling's. */
function metadataOf(project) {
  const readme = readFileSync(join(root, 'python', project.readme), 'utf8');
  const fields = FIELDS.map(([field, write]) => write(project[field]));
  return `${['Metadata-Version: 2.4', ...fields, 'Description-Content-Type: text/markdown'].join('\n')}\n\n${readme}`;
}

function entryPointsOf({ scripts, 'entry-points': others }) {
  return Object.entries({ console_scripts: scripts, ...others })
    .map(([group, points]) => [`[${group}]`, ...Object.entries(points).map((point) => point.join(' = ')), ''])
    .map((lines) => lines.join('\n'))
    .join('\n');
}

/** Compiled files and caches of tools are no sources. */
const sourcesOf = () =>
  filesOf(join(root, 'python/src', IMPORTED)).filter((path) => !/(^|\/)(\.|__pycache__\/)|\.py[co]$/.test(path));

function wheelOf(info, metadata, project) {
  const files = [
    ...sourcesOf().map((path) => [`${IMPORTED}/${path}`, readFileSync(join(root, 'python/src', IMPORTED, path))]),
    [`${info}/METADATA`, Buffer.from(metadata)],
    [`${info}/WHEEL`, Buffer.from(WHEEL)],
    [`${info}/entry_points.txt`, Buffer.from(entryPointsOf(project))],
    ...LICENCES.map((name) => [`${info}/licenses/${name}`, readFileSync(join(root, name))]),
  ];
  const record = files.map(([path, content]) => {
    const digest = createHash('sha256').update(content).digest('base64url');
    return `${path},sha256=${digest},${content.length}\n`;
  });
  return zip([...files, [`${info}/RECORD`, Buffer.from(`${record.join('')}${info}/RECORD,,\n`)]]);
}

function packSources(metadata, stem, file) {
  const staged = mkdtempSync(join(tmpdir(), 'svc-python-'));
  try {
    for (const name of ['pyproject.toml', 'README.md']) cpSync(join(root, 'python', name), join(staged, name));
    for (const name of LICENCES) cpSync(join(root, name), join(staged, name));
    for (const path of sourcesOf())
      cpSync(join(root, 'python/src', IMPORTED, path), join(staged, 'src', IMPORTED, path));
    writeFileSync(join(staged, 'PKG-INFO'), metadata);
    pack(staged, stem, file, () => false);
  } finally {
    rmSync(staged, { recursive: true });
  }
}
