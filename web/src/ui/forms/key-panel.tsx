import { ActionIcon, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Idempotency } from '../../api/calls/idempotency.ts'
import { useChange } from '../../api/use-change.ts'
import { Ago } from '../dates/duration.tsx'
import { CopyField } from '../fields/copy-field.tsx'
import { IconTrash } from '../pictures/icons.ts'
import { type Column, ListRow, TwoLines } from '../tables/data-table.tsx'
import { TablePanel, type TablePanelProps } from '../tables/table-panel.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormError } from './form-error.tsx'

/** What comes in with a key of its own, and when it last did. */
interface KeyHolder {
  id: number
  name: string
  used_at: string | null
}

export interface KeyDialogProps {
  onKey: (key: string) => void
  onClose: () => void
}

interface KeyPanelProps<Row extends KeyHolder> extends Omit<TablePanelProps<Row>, 'query' | 'columns'> {
  /** names the list among all that is read */
  queryKey: readonly string[]
  list: (signal: AbortSignal) => Promise<Row[]>
  heads: { name: string; used: string }
  /** where one is, below its name */
  placeOf?: (row: Row) => string
  /** one more thing to tell of each */
  fact?: { head: string; of: (row: Row) => string }
  /** asks what a new one is called, and gets it a key: <AddKey> */
  form: (dialog: KeyDialogProps) => ReactNode
  /** the dialog that shows a key, this once; `value`: what is copied */
  shown: { title: string; once: string; label: string; value?: (key: string) => string }
  revoke: (id: number, idempotency: Idempotency) => Promise<unknown>
  /** the question before a key is taken away */
  question: { title: (name: string) => string; text: (name: string) => string; action: string }
}

/** What may come in without an account: each has a name and a key, which is shown once and can be taken away. */
export function KeyPanel<Row extends KeyHolder>(props: KeyPanelProps<Row>) {
  const { queryKey, list, form, shown, revoke, question } = props
  const client = useQueryClient()
  const addButton = useRef<HTMLButtonElement>(null)
  const [adding, setAdding] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<Row | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey })
  const query = useQuery({ queryKey, queryFn: ({ signal }) => list(signal) })
  const revoking = useChange({ mutationFn: revoke, onSettled: refresh })
  const revokeButton = (row: Row) => (
    <RevokeButton label={question.title(row.name)} onClick={() => setRevoked(row)} />
  )
  return (
    <TablePanel
      {...props}
      query={query}
      columns={columnsOf(props, revokeButton)}
      addButton={addButton}
      about={
        <>
          {props.about}
          {revoking.isError && <FormError error={revoking.error} />}
        </>
      }
      onAdd={() => setAdding(true)}
      phoneRow={(row) => (
        <ListRow
          top={row.name}
          bottom={[props.placeOf?.(row), props.fact?.of(row)].filter(Boolean).join(' · ') || props.heads.used}
          right={revokeButton(row)}
          rightBottom={<Ago at={row.used_at} />}
        />
      )}
    >
      {adding &&
        form({
          onClose: () => setAdding(false),
          onKey: (made) => {
            setKey(made)
            void refresh()
          },
        })}
      <ShownKey
        value={key}
        words={shown}
        onClose={() => setKey(null)}
        onClosed={() => addButton.current?.focus()}
      />
      <Revocation
        row={revoked}
        question={question}
        onConfirm={revoking.mutate}
        onClose={() => setRevoked(null)}
      />
    </TablePanel>
  )
}

/** Name, one more fact, the last use, and the button that revokes the key. */
const columnsOf = <Row extends KeyHolder>(
  { heads, placeOf, fact, question }: KeyPanelProps<Row>,
  revokeButton: (row: Row) => ReactNode,
): Column<Row>[] => [
  {
    key: 'name',
    head: heads.name,
    grows: true,
    cell: (row) => <TwoLines top={row.name} bottom={placeOf?.(row)} />,
  },
  ...(fact ? [{ key: 'fact', head: fact.head, cell: fact.of }] : []),
  { key: 'used', head: heads.used, align: 'right', cell: ({ used_at }) => <Ago at={used_at} /> },
  { key: 'revoke', head: question.action, silent: true, width: 44, align: 'right', cell: revokeButton },
]

function RevokeButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <IconTrash size={16} stroke={1.75} />
    </ActionIcon>
  )
}

interface RevocationProps {
  /** null: none is revoked */
  row: KeyHolder | null
  question: KeyPanelProps<KeyHolder>['question']
  onConfirm: (id: number) => void
  onClose: () => void
}

/** The question before a key is revoked. */
function Revocation({ row, question, onConfirm, onClose }: RevocationProps) {
  const name = row?.name ?? ''
  return (
    <ConfirmDialog
      opened={row !== null}
      title={question.title(name)}
      text={question.text(name)}
      action={question.action}
      onConfirm={() => row && onConfirm(row.id)}
      onClose={onClose}
    />
  )
}

interface ShownKeyProps {
  /** null: none is shown */
  value: string | null
  words: KeyPanelProps<KeyHolder>['shown']
  onClose: () => void
  onClosed: () => void
}

/** The dialog that shows a key, this once. */
function ShownKey({ value, words, onClose, onClosed }: ShownKeyProps) {
  return (
    <Dialog
      opened={value !== null}
      onClose={onClose}
      // the form that had the focus before is gone
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      title={words.title}
      size={480}
    >
      <Text mb="sm">{words.once}</Text>
      <CopyField label={words.label} value={words.value?.(value ?? '') ?? value ?? ''} />
    </Dialog>
  )
}

interface AddKeyProps<Body> extends KeyDialogProps {
  title: string
  /** undefined while the form does not hold */
  body: Body | undefined
  add: (body: Body, idempotency: Idempotency) => Promise<{ key: string }>
  children: ReactNode
}

/** The form of a new one, which hands its key on. */
export function AddKey<Body>({ title, body, add, onKey, onClose, children }: AddKeyProps<Body>) {
  const change = useChange({
    mutationFn: add,
    onSuccess: (made) => {
      onKey(made.key)
      onClose()
    },
  })
  return (
    <FormDialog title={title} body={body} change={change} onClose={onClose} action={title}>
      {children}
    </FormDialog>
  )
}
