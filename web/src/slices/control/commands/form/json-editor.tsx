import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { useFaultText } from '../fault-list.tsx'
import { completionOf } from './completion.ts'
import classes from './json-editor.module.css'
import { type Fault, faultsOf, type JsonSchema } from './schema.ts'

interface JsonEditorProps {
  text: string
  schema: JsonSchema
  label: string
  onChange: (text: string) => void
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--sm-text)' },
  { tag: tags.string, color: 'var(--sm-accent-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sm-good-text)' },
])

const look = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'transparent', color: 'var(--sm-text)' },
  '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', caretColor: 'var(--sm-text)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--sm-text-3)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--sm-text)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--sm-raised)',
    color: 'var(--sm-text)',
    border: '1px solid var(--sm-line)',
    borderRadius: '6px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--sm-accent)',
    color: '#ffffff',
  },
  '&.cm-focused': { outline: 'none' },
})

/** What helps to write JSON, whatever its schema. */
const writing = [
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  json(),
  lintGutter(),
  syntaxHighlighting(colours),
  EditorView.lineWrapping,
  look,
  // Tab leaves the editor, as everywhere else on the page
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
]

/** A payload as JSON text, with completion by its schema and with its faults marked. */
export function JsonEditor({ text, schema, label, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const bySchema = useRef(new Compartment())
  const faultText = useFaultText()
  const said = useRef(faultText)
  said.current = faultText
  const changed = useRef(onChange)
  changed.current = onChange
  const first = useRef({ text, label, schema })
  /** what people wrote here and `text` does not hold yet */
  const written = useRef<string[]>([])

  useEffect(() => {
    const { current: start } = first
    if (!place.current) return
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: start.text,
        extensions: [
          ...writing,
          EditorView.contentAttributes.of({ 'aria-label': start.label }),
          bySchema.current.of(rulesOf(start.schema, said)),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            const now = update.state.doc.toString()
            written.current.push(now)
            changed.current(now)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    view.current?.dispatch({ effects: bySchema.current.reconfigure(rulesOf(schema, said)) })
  }, [schema])

  useEffect(() => {
    const editor = view.current
    // a late `text` is not a new one: people may have written more since
    const at = written.current.lastIndexOf(text)
    written.current = at < 0 ? [] : written.current.slice(at + 1)
    if (!editor || at >= 0 || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [text])

  return <div ref={place} className={classes.editor} />
}

/** Completion and marks: the editor's own if the text is no JSON, else those of the schema. */
function rulesOf(schema: JsonSchema, said: { current: (fault: Fault) => string }) {
  const parse = jsonParseLinter()
  return [
    autocompletion({ override: [completionOf(schema)], activateOnTyping: true }),
    linter((editor): Diagnostic[] => {
      const broken = parse(editor)
      if (broken.length > 0) return broken
      const text = editor.state.doc.toString()
      return faultsOf(schema, JSON.parse(text)).map((fault) => {
        const { from, to } = spanOf(text, fault)
        return { from, to, severity: 'error', message: said.current(fault) }
      })
    }),
  ]
}

/** Where a fault is marked: the last name of its path, or the first line. */
function spanOf(text: string, { path, params }: Fault): { from: number; to: number } {
  const extra = params.additionalProperty
  const name = typeof extra === 'string' ? extra : path.split('.').findLast((part) => !/^\d+$/.test(part))
  const from = name ? text.indexOf(`"${name}"`) : -1
  return from < 0 ? { from: 0, to: Math.min(1, text.length) } : { from, to: from + (name?.length ?? 0) + 2 }
}
