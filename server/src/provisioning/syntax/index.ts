/** The syntax of the file: that of every file that people write. */
export { itemsAt, type MapNode, parseTree, plainValue, type TreeNode, textAt } from '@svc/documents';
