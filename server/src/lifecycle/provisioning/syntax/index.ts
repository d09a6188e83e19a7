// SPDX-License-Identifier: Apache-2.0
/** The syntax of the file, which all files of people share. */
export { itemsAt, type MapNode, parseTree, plainValue, type TreeNode, textAt } from '@svc/documents';
