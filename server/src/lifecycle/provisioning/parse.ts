// SPDX-License-Identifier: Apache-2.0
/** Parses the text of a file into a document, with every fault of its own. */
import { EncodingFault, readText } from '@svc/core/text-input';
import type { ProvisioningDocument } from './document.ts';
import { describeFaults, type Fault, type Position, ProvisioningError } from './faults.ts';
import { LIST_ITEMS_MAX, WARNINGS_MAX } from './limits.ts';
import { list, type Report, record, reportRepeats, required, type UniqueField, word } from './reading/index.ts';
import { organizationReader, UNIQUE_IN_FILE, UNIQUE_IN_ORGANIZATION } from './records/organization.ts';
import { itemsAt, parseTree, type TreeNode } from './syntax/index.ts';

/**
 * The same for the bytes of a file.
 * @throws ProvisioningError also when the file is not UTF-8
 */
export function readProvisioningFile(bytes: Uint8Array, fileName: string): ProvisioningDocument {
  try {
    return parseProvisioning(readText(bytes), fileName);
  } catch (error) {
    if (!(error instanceof EncodingFault)) throw error;
    throw new ProvisioningError(fileName, [{ position: { line: 1, column: 1 }, message: error.message }]);
  }
}

/**
 * @param text the whole file, at most 10 MB
 * @param fileName its name in messages
 * @throws ProvisioningError with all faults that show without the database, at most 100
 */
export function parseProvisioning(text: string, fileName: string): ProvisioningDocument {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const report = (position: Position, message: string) => void faults.push({ position, message });
  const warn = (position: Position, message: string) => void warnings.push({ position, message });
  const tree = parseTree(text, (fault) => void faults.push(fault));
  const read = tree === null ? undefined : documentReader(warn)(tree, 'the file', report);
  if (tree !== null) reportAllRepeats(tree, report);
  if (faults.length > 0 || read === undefined) throw new ProvisioningError(fileName, faults);
  return {
    fileName,
    organizations: read.organizations,
    warnings: describeFaults(fileName, warnings).slice(0, WARNINGS_MAX),
  };
}

const API_VERSION = 'svc/v1';
const KIND = 'Provision';

function documentReader(warn: Report) {
  return record({
    apiVersion: required(word([API_VERSION])),
    kind: required(word([KIND])),
    organizations: required(list(organizationReader(warn), LIST_ITEMS_MAX)),
  });
}

const UNIQUE_ORGANIZATIONS: readonly UniqueField[] = [
  { list: 'organizations', field: 'name' },
  { list: 'organizations', field: 'id', keyOf: (id) => id.toLowerCase() },
];

function reportAllRepeats(tree: TreeNode, report: Report): void {
  const organizations = itemsAt(tree, 'organizations');
  for (const unique of UNIQUE_ORGANIZATIONS) reportRepeats([tree], unique, report);
  for (const unique of UNIQUE_IN_FILE) reportRepeats(organizations, unique, report);
  for (const organization of organizations) {
    for (const unique of UNIQUE_IN_ORGANIZATION) reportRepeats([organization], unique, report);
  }
}
