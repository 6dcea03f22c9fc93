import { Skeleton, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type MouseEvent, memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import { IconArrowDown, IconArrowUp } from '../pictures/icons.ts'
import classes from './data-table.module.css'

export interface Column<Row> {
  key: string
  /** With its unit, since cells show bare numbers. */
  head: string
  /** Stands in the head instead of its words, e.g. a box that selects every row. */
  headCell?: ReactNode
  /** The head is for screen readers only, as over a column of icons. */
  silent?: boolean
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  align?: 'right'
  /** Hidden when the table has less room than 940 (md), 1090 (lg) or 1240 px (xl). */
  hideBelow?: 'md' | 'lg' | 'xl'
  /** Takes the room that is left and cuts its text when there is little. */
  grows?: boolean
  /** A fixed width in px. */
  width?: number
  /** A click on the head sorts by the column. */
  sort?: ColumnSort
}

interface ColumnSort {
  /** undefined: by something else */
  direction: 'asc' | 'desc' | undefined
  onSort: () => void
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  rowKey: (row: Row) => string | number
  /** The two lines of a row on a phone: <ListRow>. */
  phoneRow: (row: Row) => ReactNode
  /** Opens a row by a click anywhere on it; a link in a cell does it for the keyboard. */
  onOpen?: ((row: Row) => void) | undefined
  /** Shown instead of rows when there are none. */
  empty: ReactNode
  /** Rows of the skeleton while `rows` is undefined. */
  skeletonRows?: number
}

const bones = (count: number) => Array.from({ length: count }, (_, line) => `bone ${line}`)

/**
 * A table with rows of 52 px and hairlines; on a phone a list of two-line rows. Its rows are drawn in slices, between which the
 * page answers, and until then it stays as it was.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const shown = useDeferredValue(props)
  return useMemo(() => <Drawn {...shown} />, [shown])
}

function Drawn<Row>(props: DataTableProps<Row>) {
  const phone = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false })
  if (props.rows?.length === 0) return <>{props.empty}</>
  return phone ? <PhoneList {...props} /> : <WideTable {...props} />
}

function PhoneList<Row>({ label, rows, rowKey, phoneRow, skeletonRows = 5 }: DataTableProps<Row>) {
  if (!rows) {
    return (
      <div aria-busy="true">
        {bones(skeletonRows).map((line) => (
          <div key={line} className={classes.phoneSkeleton}>
            <Skeleton height={12} width="55%" />
            <Skeleton height={10} width="35%" />
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)}>{phoneRow(row)}</li>
      ))}
    </ul>
  )
}

const onControl = (event: MouseEvent) =>
  (event.target as Element).closest('a, button, input, label, [role="menu"], [role="dialog"]') !== null

function WideTable<Row>({ label, columns, rows, rowKey, onOpen, skeletonRows = 5 }: DataTableProps<Row>) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label} aria-busy={rows === undefined}>
        <TableHead columns={columns} />
        <tbody>
          {rows
            ? rows.map((row) => <TableRow key={rowKey(row)} row={row} columns={columns} onOpen={onOpen} />)
            : bones(skeletonRows).map((line) => <TableRow key={line} row={undefined} columns={columns} />)}
        </tbody>
      </table>
    </div>
  )
}

/** The heads of a table's columns. */
export function TableHead<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            data-align={column.align}
            data-hide={column.hideBelow}
            data-grows={column.grows}
            aria-sort={column.sort?.direction && ariaSorts[column.sort.direction]}
            style={column.width ? { width: column.width } : undefined}
          >
            {column.headCell}
            <HeadWords column={column} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const

function HeadWords<Row>({ column: { head, headCell, silent, grows, sort } }: { column: Column<Row> }) {
  if (sort) {
    const Arrow = sort.direction === 'desc' ? IconArrowDown : IconArrowUp
    return (
      <UnstyledButton
        className={classes.sort!}
        data-sorted={sort.direction !== undefined || undefined}
        onClick={sort.onSort}
      >
        <span className={classes.sortWords}>{head}</span>
        <Arrow size={13} stroke={2} aria-hidden="true" />
      </UnstyledButton>
    )
  }
  return (
    <span className={headCell || silent ? classes.silent : grows ? classes.least : undefined}>{head}</span>
  )
}

interface TableRowProps<Row> {
  /** undefined: it is being loaded */
  row: Row | undefined
  columns: Column<Row>[]
  onOpen?: ((row: Row) => void) | undefined
  /** counted through the whole table, where only a part of it is drawn */
  index?: number
}

function PlainRow<Row>({ row, columns, onOpen, index }: TableRowProps<Row>) {
  const open =
    row !== undefined && onOpen ? (event: MouseEvent) => !onControl(event) && onOpen(row) : undefined
  return (
    <tr data-opens={open ? true : undefined} onClick={open} aria-rowindex={index}>
      {columns.map((column) => (
        <td key={column.key} data-align={column.align} data-hide={column.hideBelow} data-grows={column.grows}>
          {row === undefined ? (
            <Bone narrow={column.align !== undefined} plain={index !== undefined} />
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

/** A place where a value will stand; plain where rows fly past. */
function Bone({ narrow, plain }: { narrow: boolean; plain: boolean }) {
  const width = narrow ? 48 : '70%'
  if (plain) return <span className={classes.plainBone} style={{ width }} />
  return <Skeleton height={12} width={width} className={classes.bone!} />
}

/** One row of a table, or its skeleton; drawn again only when it is given something else. */
export const TableRow = memo(PlainRow) as typeof PlainRow

/** Two lines in a table's cell: what it is, and quieter what belongs to it. */
export function TwoLines({ top, bottom }: { top: ReactNode; bottom: ReactNode }) {
  return (
    <span className={classes.twoLines}>
      <span className={classes.top}>{top}</span>
      <span className={classes.bottom}>{bottom}</span>
    </span>
  )
}

interface ListRowProps {
  top: ReactNode
  bottom: ReactNode
  right: ReactNode
  rightBottom?: ReactNode
}

/** A two-line row of a list on a phone; each line shares its room between its two sides. */
export function ListRow({ top, bottom, right, rightBottom }: ListRowProps) {
  return (
    <div className={classes.listRow}>
      <span className={classes.line}>
        <span className={classes.top}>{top}</span>
        <span className={classes.right}>{right}</span>
      </span>
      <span className={classes.line}>
        <span className={classes.bottom}>{bottom}</span>
        <span className={`${classes.bottom} ${classes.right}`}>{rightBottom}</span>
      </span>
    </div>
  )
}
