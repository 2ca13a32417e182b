import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { php } from '@codemirror/lang-php';
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { color, font, serviceColor } from '../../../../ui/theme/tokens.ts';
import { INVISIBLE_CHARACTERS, visibleText } from '../../../../ui/display/visible-text.ts';

interface CodeEditorProps {
  /** Initial text; later changes come from the user only. */
  initialValue: string;
  /** Id of the visible label. */
  labelledBy: string;
  describedBy?: string | undefined;
  onChange: (value: string) => void;
}

const look = EditorView.theme(
  {
    '&': { background: color.inset, color: color.text, fontSize: '12.5px', maxHeight: '45vh', minHeight: '160px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: font.mono, fontFeatureSettings: '"calt" 0', lineHeight: '20px', overflow: 'auto' },
    '.cm-gutters': { background: color.inset, color: color.text3, border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': { background: color.hover },
    '.cm-cursor': { borderLeftColor: color.accent },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      background: color.accentTint,
    },
    '&.cm-focused .cm-matchingBracket': { background: color.accentTint, outline: `1px solid ${color.accentLine}` },
  },
  { dark: true },
);

/** The library's default highlighting assumes a white background; its tags are kept, with our colours. */
const INKS: Readonly<Record<string, string>> = {
  '#708': serviceColor.strive,
  '#219': serviceColor.homeportal2,
  '#164': serviceColor.homeportal2,
  '#a11': serviceColor.schemeportal,
  '#e40': serviceColor.coachportal,
  '#00f': serviceColor.coursepro,
  '#30a': serviceColor.coursepro,
  '#085': serviceColor.insight,
  '#167': serviceColor.insight,
  '#256': serviceColor.insight,
  '#00c': serviceColor.coursepro,
  '#940': color.text3,
  '#404740': color.text2,
};
const inks = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => {
    const ink: unknown = spec['color'];
    return typeof ink === 'string' ? { ...spec, color: INKS[ink] ?? ink } : spec;
  }),
);

const spellOutInvisible = highlightSpecialChars({
  specialChars: INVISIBLE_CHARACTERS,
  render(code) {
    const spelt = document.createElement('span');
    spelt.className = 'cm-specialChar';
    spelt.textContent = visibleText(String.fromCharCode(code));
    return spelt;
  },
});

/** Tab indents, so the keyboard needs another way out: after Esc, Tab moves on until the code has the focus again. */
const leaveByEscape = [
  keymap.of([
    {
      key: 'Escape',
      stopPropagation: true,
      run: (view) => {
        view.setTabFocusMode(true);
        return true;
      },
    },
  ]),
  EditorView.domEventHandlers({ focus: (_, view) => view.setTabFocusMode(false) }),
];

/** A code block of PHP without its opening tag. Loaded only when one is edited. */
export function CodeEditor({ initialValue, labelledBy, describedBy, onChange }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useEffectEvent(onChange);
  const start = useEffectEvent((parent: HTMLElement) => {
    const label = { 'aria-labelledby': labelledBy, ...(describedBy ? { 'aria-describedby': describedBy } : null) };
    const extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      spellOutInvisible,
      php({ plain: true }),
      syntaxHighlighting(inks),
      leaveByEscape,
      keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of(label),
      EditorView.lineWrapping,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(update.state.doc.toString());
      }),
      look,
    ];
    return new EditorView({ parent, state: EditorState.create({ doc: initialValue, extensions }) });
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const view = start(host.current);
    return () => view.destroy();
  }, []);
  return <div ref={host} data-code-editor />;
}
