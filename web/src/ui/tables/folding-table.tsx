import { UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconChevronRight } from '../pictures/icons.ts'
import classes from './folding-table.module.css'

export interface FoldingColumn<Row> {
  key: string
  /** With its unit, since cells show bare numbers. */
  head: string
  cell: (row: Row) => ReactNode
  /** Hidden when the table has less room than 560 (narrow) or 860 px (middle). */
  hideBelow?: 'narrow' | 'middle'
  /** The figure that a row is read for. */
  strong?: boolean
  /** Words; numbers are right-aligned. */
  words?: boolean
}

/** A row that is seen; what it folds stands behind it while it is open. */
export interface FoldingRow<Row> {
  key: string
  depth: 0 | 1 | 2
  name: ReactNode
  /** undefined: its name takes the whole row */
  row?: Row | undefined
  /** opens and closes others */
  folds?: boolean
}

interface FoldingTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string
  /** The head of the column of names. */
  head: string
  columns: readonly FoldingColumn<Row>[]
  rows: readonly FoldingRow<Row>[]
  open?: ReadonlySet<string>
  onToggle?: (key: string) => void
  /** Stays in sight below. */
  total?: { name: string; row: Row } | undefined
  /** Rows of 52 px in a box of this height, of which only those that are seen are drawn; else all are, each as high as it needs. */
  boxPx?: number
  /** Tells the last row that is drawn, so that more are loaded. */
  onRange?: (last: number) => void
}

const rowPx = 52
const overscanRows = 10
const noFolds: ReadonlySet<string> = new Set()

/** Which folds are open, and what opens and closes them. */
export function useFolds(): [ReadonlySet<string>, (key: string) => void] {
  const [open, setOpen] = useState<ReadonlySet<string>>(noFolds)
  const toggle = (key: string) =>
    setOpen((now) => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return [open, toggle]
}

/** Names and figures in rows that fold others, with the sum of all below. */
export function FoldingTable<Row>(props: FoldingTableProps<Row>) {
  return props.boxPx === undefined ? (
    <div className={classes.scroll}>
      <Table {...props} drawn={{ first: 0, last: props.rows.length - 1, above: 0, below: 0 }} />
    </div>
  ) : (
    <Boxed {...props} boxPx={props.boxPx} />
  )
}

function Boxed<Row>({ boxPx, ...props }: FoldingTableProps<Row> & { boxPx: number }) {
  const { rows, onRange } = props
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: overscanRows,
    initialRect: { width: 0, height: boxPx },
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  useEffect(() => onRange?.(last), [onRange, last])
  const drawn = { first, last, above: first * rowPx, below: (rows.length - 1 - last) * rowPx }
  return (
    <div
      className={classes.box}
      style={{ '--box-height': `${boxPx}px` } as CSSProperties}
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
    >
      <Table {...props} drawn={drawn} />
    </div>
  )
}

interface Drawn {
  first: number
  last: number
  /** px of what is not drawn */
  above: number
  below: number
}

function Table<Row>({
  label,
  head,
  columns,
  rows,
  open = noFolds,
  onToggle = () => {},
  total,
  drawn: { first, last, above, below },
}: FoldingTableProps<Row> & { drawn: Drawn }) {
  return (
    <table className={classes.table} aria-label={label} aria-rowcount={rows.length + (total ? 2 : 1)}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-hide={column.hideBelow} data-words={column.words}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Spacer height={above} />
        {rows.slice(first, last + 1).map((row, index) => (
          <DrawnRow
            key={row.key}
            row={row}
            columns={columns}
            isOpen={open.has(row.key)}
            onToggle={onToggle}
            index={first + index + 2}
          />
        ))}
        <Spacer height={below} />
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{total.name}</th>
            <Cells row={total.row} columns={columns} />
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr className={classes.spacer}>
      <td style={{ height }} />
    </tr>
  )
}

interface DrawnRowProps<Row> {
  row: FoldingRow<Row>
  columns: readonly FoldingColumn<Row>[]
  isOpen: boolean
  onToggle: (key: string) => void
  index: number
}

function PlainRow<Row>({
  row: { key, depth, name, row, folds },
  columns,
  isOpen,
  onToggle,
  index,
}: DrawnRowProps<Row>) {
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    onToggle(key)
  }
  const title = folds ? (
    <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={toggle}>
      <IconChevronRight size={16} stroke={1.75} className={classes.chevron} aria-hidden="true" />
      <span>{name}</span>
    </UnstyledButton>
  ) : (
    name
  )
  return (
    <tr data-depth={depth} data-opens={folds} onClick={folds ? toggle : undefined} aria-rowindex={index}>
      {row === undefined ? (
        <td colSpan={columns.length + 1}>{title}</td>
      ) : (
        <>
          <th scope="row">{title}</th>
          <Cells row={row} columns={columns} />
        </>
      )}
    </tr>
  )
}

/** Drawn again only when it is given something else, however far the box is scrolled. */
const DrawnRow = memo(
  PlainRow,
  (a, b) => a.row === b.row && a.columns === b.columns && a.isOpen === b.isOpen && a.index === b.index,
) as typeof PlainRow

function Cells<Row>({ row, columns }: { row: Row; columns: readonly FoldingColumn<Row>[] }) {
  return columns.map(({ key, cell, hideBelow, strong, words }) => (
    <td key={key} data-hide={hideBelow} data-strong={strong} data-words={words}>
      {cell(row)}
    </td>
  ))
}
