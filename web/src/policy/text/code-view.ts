// SPDX-License-Identifier: Apache-2.0
/**
 * An editor of YAML in a shadow root. There it sets its styles as adopted sheets, which the policy for content allows;
 * in the document they would be style elements. The tokens of the theme cross the border as custom properties.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--color-ink)', backgroundColor: 'var(--color-sunken)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', fontVariantLigatures: 'none' },
  '.cm-scroller:focus-visible': { outline: '2px solid var(--color-ink)', outlineOffset: '-2px' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--color-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'transparent', paddingLeft: '8px', color: 'var(--color-ink-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 2px', minWidth: '24px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--color-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--color-line-strong)',
  },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-lint-marker-error': {
    content: '""',
    width: '8px',
    height: '8px',
    margin: '6px 3px',
    borderRadius: '2px',
    backgroundColor: 'var(--color-block-fill)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline 2px var(--color-block-fill)',
    textUnderlineOffset: '4px',
  },
  '.cm-tooltip': {
    border: 'none',
    borderRadius: 'var(--radius-m)',
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-ink)',
    boxShadow: 'var(--shadow-float)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-diagnostic-error': { borderLeft: 'none', padding: '6px 10px' },
  '.decides-ALLOW': { color: 'var(--color-allow-ink)', fontWeight: '600' },
  '.decides-REVIEW': { color: 'var(--color-review-ink)', fontWeight: '600' },
  '.decides-BLOCK': { color: 'var(--color-block-ink)', fontWeight: '600' },
});

const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--color-ink-3)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation], color: 'var(--color-ink-3)' },
  { tag: tags.comment, color: 'var(--color-ink-3)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--color-block-ink)' },
]);

/** The word of the decision has its hue, as everywhere. */
const DECISION = new MatchDecorator({
  regexp: /(?<=^\s*decision:\s*["']?)(?:ALLOW|REVIEW|BLOCK)\b/g,
  decoration: ([word]) => Decoration.mark({ class: `decides-${word}` }),
});
const DECISION_HUE = ViewPlugin.fromClass(
  class {
    decorations;
    constructor(view: EditorView) {
      this.decorations = DECISION.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = DECISION.updateDeco(update, this.decorations);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** The mark of a change from outside, which no person typed. */
const FromOutside = Annotation.define<boolean>();

export interface CodeView {
  setText(text: string): void;
  setMarks(marks: readonly Diagnostic[]): void;
  setReadOnly(isReadOnly: boolean): void;
  /** As if it had been typed: it can be undone. */
  replace(from: number, to: number, insert: string): void;
  goTo(offset: number): void;
  destroy(): void;
}

export function openCodeView(host: HTMLElement, label: string, onType: (text: string) => void): CodeView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const readOnly = new Compartment();
  const state = EditorState.create({ extensions: [...extensionsOf(label, onType), readOnly.of([])] });
  const view = new EditorView({ root, parent: root, state });
  // The keyboard reaches everything that scrolls.
  view.scrollDOM.tabIndex = 0;
  return {
    setText: (text) => setText(view, text),
    setMarks: (marks) => view.dispatch(setDiagnostics(view.state, within(marks, view.state.doc.length))),
    setReadOnly: (isReadOnly) => view.dispatch({ effects: readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) }),
    replace(from, to, insert) {
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input' });
      view.focus();
    },
    goTo(offset) {
      view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

function extensionsOf(label: string, onType: (text: string) => void): Extension[] {
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    yaml(),
    indentUnit.of('  '),
    syntaxHighlighting(HIGHLIGHT),
    DECISION_HUE,
    THEME,
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (docChanged && !transactions.some((transaction) => transaction.annotation(FromOutside) === true)) {
        onType(state.doc.toString());
      }
    }),
  ];
}

/** Only what differs is replaced, so that the place of the cursor and of the page stays. */
function setText(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before[start] === text[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  view.dispatch({
    changes: { from: start, to: before.length - end, insert: text.slice(start, text.length - end) },
    annotations: FromOutside.of(true),
  });
}

const within = (marks: readonly Diagnostic[], length: number): Diagnostic[] =>
  marks.map((mark) => ({ ...mark, from: Math.min(mark.from, length), to: Math.min(mark.to, length) }));
