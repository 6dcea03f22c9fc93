import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import tableClasses from './data-table.module.css'
import { type Column, TableHead, TableRow } from './data-table.tsx'
import classes from './virtual-table.module.css'

/** Heights in px with their hairlines, as the style sheets give them. */
const rowPx = 53
const phoneRowPx = 61
const overscanRows = 6
/** Rows that a single step of scrolling may pass before nobody reads them any more. */
const readableStep = 12

interface VirtualTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string
  columns: Column<Row>[]
  /** How many rows there are, loaded or not. */
  count: number
  /** undefined while it is being loaded */
  rowAt: (index: number) => Row | undefined
  /** Tells which rows are drawn, so that they are loaded. */
  onRange: (first: number, last: number) => void
  /** The two lines of a row on a phone: <ListRow>. */
  phoneRow: (row: Row) => ReactNode
  onOpen: (row: Row) => void
}

/** A table of any length that scrolls with the page and draws only the rows that are seen. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { count, onRange } = props
  const phone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const rowHeight = phone ? phoneRowPx : rowPx
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollMargin: top,
  })
  useLayoutEffect(() => {
    const measure = () => setTop((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps sizes, which change with the kind of row
  useEffect(() => virtualizer.measure(), [rowHeight])
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  const rushing = useRush(virtualizer.isScrolling, first)
  useEffect(() => {
    if (!rushing) onRange(first, last)
  }, [onRange, first, last, rushing])
  const indices = drawn.map(({ index }) => index)
  return (
    <div ref={frame}>
      {phone ? (
        <PhoneLines {...props} indices={indices} />
      ) : (
        <WideLines {...props} indices={indices} below={count - 1 - last} rushing={rushing} />
      )}
    </div>
  )
}

/**
 * Whether rows rush by faster than they can be read: they are drawn as bones then, and nothing is loaded for them, until the
 * scrolling rests. What is drawn afterwards is drawn in slices.
 */
function useRush(isScrolling: boolean, first: number): boolean {
  const [rushing, setRushing] = useState(false)
  const before = useRef(first)
  const leaps = isScrolling && Math.abs(first - before.current) > readableStep
  useEffect(() => {
    before.current = first
    if (leaps) setRushing(true)
  }, [first, leaps])
  useEffect(() => {
    if (!isScrolling) startTransition(() => setRushing(false))
  }, [isScrolling])
  return leaps || rushing
}

type Drawn = { indices: number[] }

function WideLines<Row>({
  label,
  columns,
  count,
  rowAt,
  onOpen,
  indices,
  below,
  rushing,
}: VirtualTableProps<Row> & Drawn & { below: number; rushing: boolean }) {
  const first = indices[0] ?? 0
  const unread = first > 0 && indices.every((index) => rowAt(index) === undefined)
  return (
    <div className={tableClasses.scroll}>
      <table
        className={`${tableClasses.table} ${classes.table}`}
        aria-label={label}
        aria-rowcount={count + 1}
        style={{ minWidth: leastWidth(columns) }}
      >
        <TableHead columns={columns} />
        <tbody>
          <Spacer height={first * rowPx} />
          {rushing || unread ? (
            <Rush rows={indices.length} columns={columns.length} />
          ) : (
            indices.map((index) => (
              <TableRow key={index} row={rowAt(index)} columns={columns} onOpen={onOpen} index={index + 2} />
            ))
          )}
          <Spacer height={below * rowPx} />
        </tbody>
      </table>
    </div>
  )
}

/** px that a column without a width of its own needs to be read */
const leastColumnPx = 124

/** What the columns need that are never hidden: with less room the table scrolls sideways. */
const leastWidth = <Row,>(columns: Column<Row>[]): number =>
  columns.reduce((sum, { width, hideBelow }) => sum + (hideBelow ? 0 : (width ?? leastColumnPx)), 0)

/** Lines that stand for so many rows. */
function Rush({ rows, columns }: { rows: number; columns: number }) {
  return (
    <tr>
      <td className={classes.rush} colSpan={columns} style={{ height: rows * rowPx }} />
    </tr>
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

function PhoneLines<Row>({ label, count, rowAt, phoneRow, indices }: VirtualTableProps<Row> & Drawn) {
  return (
    <ul className={classes.list} aria-label={label} style={{ height: count * phoneRowPx }}>
      {indices.map((index) => {
        const row = rowAt(index)
        return (
          <li
            key={index}
            className={classes.line}
            style={{ transform: `translateY(${index * phoneRowPx}px)` }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {row === undefined ? (
              <div className={classes.bone}>
                <Skeleton height={12} width="55%" />
                <Skeleton height={10} width="35%" />
              </div>
            ) : (
              phoneRow(row)
            )}
          </li>
        )
      })}
    </ul>
  )
}
