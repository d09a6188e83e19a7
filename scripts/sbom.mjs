// SPDX-License-Identifier: Apache-2.0
/** Bills of materials in CycloneDX 1.6: every package of others in a release, with its licence and checksum. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAMED } from './licences.mjs';
import { root } from './run.mjs';

/** Files that name what a bundle holds. */
const BUNDLES = ['dist/service/THIRD-PARTY.txt', 'web/dist/THIRD-PARTY.txt'];

/** @param {Record<string, object>} outside the packages of the release's own lock file */
export function componentsOfRelease(outside) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const bundled = BUNDLES.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(NAMED)]).map(
    ([, name, version]) => ({ name, ...entryOf(lock, name, version) }),
  );
  const installed = Object.entries(outside).flatMap(([path, entry]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$|.*\/node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    return name === undefined || entry.link === true ? [] : [{ name, ...entry }];
  });
  return [...bundled, ...installed].map(npmComponent);
}

/** @throws {Error} for a package that is bundled and not in the lock file */
function entryOf(lock, name, version) {
  const found = Object.entries(lock).find(
    ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
  );
  if (found === undefined) throw new Error(`The lock file has no ${name} ${version}, which a bundle holds.`);
  return found[1];
}

export function npmComponent({ name, version, license, integrity }) {
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${own}@${version}`;
  const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group !== undefined && { group }),
    name: own,
    version,
    ...(digest !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
    ...(license !== undefined && { licenses: [licenceOf(license)] }),
    purl,
  };
}

const licenceOf = (license) => (/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license });

export function debianComponent({ name, version, architecture, sha256 }) {
  const purl = `pkg:deb/debian/${name.replaceAll('+', '%2B')}@${encodeURIComponent(version)}?arch=${architecture}`;
  const hashes = [{ alg: 'SHA-256', content: sha256 }];
  return { type: 'library', 'bom-ref': purl, name, version, hashes, purl };
}

/** @param {{ type: string; name: string; version: string }} subject @param {readonly object[]} components */
export function billOfMaterials(subject, components) {
  const once = [...new Map(components.map((one) => [one.purl, one])).values()];
  const sorted = once.sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const purl = `pkg:generic/${subject.name}@${subject.version}`;
  const contents = { metadata: { component: { ...subject, 'bom-ref': purl, purl } }, components: sorted };
  const hex = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  // The same contents have the same number: a UUID of version 8.
  const serial = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: `urn:uuid:${serial.join('-')}`, version: 1 };
  return `${JSON.stringify({ ...head, ...contents }, null, 2)}\n`;
}
