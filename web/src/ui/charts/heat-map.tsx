import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import classes from './heat-map.module.css'

export interface HeatCell {
  row: number
  column: number
  /** what it says in full */
  exact: string
  /** 0 to 1 */
  strength: number
}

interface HeatMapProps {
  title: string
  rows: readonly string[]
  columns: readonly string[]
  cells: readonly HeatCell[]
  /** A cell is opened: by a click, by Enter, and by a second touch, since the first one tells it. */
  onOpen: (row: number, column: number) => void
}

const rowHeight = 24
const edge = { top: 4, right: 28, bottom: 24, left: 28 }
const gap = 2
/** as far as a column's label needs */
const leastLabelGap = 30

interface Grid {
  rows: number
  columns: number
  cellWidth: number
}

const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))

/** The cell under the pointer, in a drawing whose cells are that wide. */
function cellAt({ clientX, clientY, currentTarget }: MouseEvent, { rows, columns, cellWidth }: Grid) {
  const { left, top } = currentTarget.getBoundingClientRect()
  return {
    row: within(Math.floor((clientY - top - edge.top) / rowHeight), rows),
    column: within(Math.floor((clientX - left - edge.left) / cellWidth), columns),
  }
}

const steps: Record<string, readonly [down: number, right: number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** The cell that pointer or arrow keys have chosen, which a second press or Enter opens; and what the drawing listens to. */
function useChosenCell(grid: Grid, onOpen: HeatMapProps['onOpen']) {
  const [chosen, setChosen] = useState<{ row: number; column: number } | null>(null)
  const onClick = (event: MouseEvent) => {
    const { row, column } = cellAt(event, grid)
    if (chosen?.row === row && chosen.column === column) onOpen(row, column)
    else setChosen({ row, column })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = chosen ?? { row: 0, column: -1 }
    const step = steps[event.key]
    if (event.key === 'Escape') setChosen(null)
    if (event.key === 'Enter' && chosen) onOpen(chosen.row, chosen.column)
    if (!step) return
    event.preventDefault()
    setChosen({ row: within(row + step[0], grid.rows), column: within(column + step[1], grid.columns) })
  }
  return {
    chosen,
    onClick,
    onKeyDown,
    onPointerMove: (event: MouseEvent) => setChosen(cellAt(event, grid)),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setChosen(null),
    onBlur: () => setChosen(null),
  }
}

/** A grid whose cells are darker the larger their value; the pointer and the arrow keys choose a cell, whose exact value is shown. */
export function HeatMap({ title, rows, columns, cells, onOpen }: HeatMapProps) {
  const { ref, width } = useElementSize<HTMLElement>()
  const cellWidth = Math.max(0, width - edge.left - edge.right) / columns.length
  const height = edge.top + rows.length * rowHeight + edge.bottom
  const grid = { rows: rows.length, columns: columns.length, cellWidth }
  const { chosen, ...handlers } = useChosenCell(grid, onOpen)
  const chosenCell = chosen && cells.find(({ row, column }) => row === chosen.row && column === chosen.column)
  return (
    <figure className={classes.map} ref={ref} aria-label={title}>
      {width > 0 && (
        <svg
          className={classes.drawing}
          height={height}
          role="application"
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys choose a cell
          tabIndex={0}
          {...handlers}
        >
          <Labels rows={rows} columns={columns} cellWidth={cellWidth} height={height} />
          {cells.map((cell) => (
            <Cell
              key={`${cell.row} ${cell.column}`}
              cell={cell}
              width={cellWidth}
              isChosen={cell === chosenCell}
            />
          ))}
        </svg>
      )}
      {/* it has its room, so that nothing moves */}
      <output className={classes.chosen}>{chosenCell?.exact ?? '\u00a0'}</output>
    </figure>
  )
}

interface CellProps {
  cell: HeatCell
  width: number
  isChosen: boolean
}

function Cell({ cell: { row, column, strength }, width, isChosen }: CellProps) {
  return (
    <rect
      className={classes.cell}
      data-chosen={isChosen || undefined}
      x={edge.left + column * width}
      y={edge.top + row * rowHeight}
      width={Math.max(1, width - gap)}
      height={rowHeight - gap}
      rx={2}
      style={{ fillOpacity: 0.06 + 0.94 * strength }}
    />
  )
}

interface LabelsProps {
  rows: readonly string[]
  columns: readonly string[]
  cellWidth: number
  height: number
}

/** The names of all rows, and of as many columns as have room. */
function Labels({ rows, columns, cellWidth, height }: LabelsProps) {
  const labelEvery = Math.max(1, Math.ceil(leastLabelGap / cellWidth))
  return (
    <>
      {rows.map((name, row) => (
        <text
          key={name}
          className={classes.label}
          x={edge.left - 8}
          y={edge.top + (row + 0.5) * rowHeight}
          dy="0.35em"
          textAnchor="end"
        >
          {name}
        </text>
      ))}
      {columns.map((name, column) =>
        column % labelEvery === 0 ? (
          <text
            key={name}
            className={classes.label}
            x={edge.left + (column + 0.5) * cellWidth}
            y={height - 8}
            textAnchor="middle"
          >
            {name}
          </text>
        ) : null,
      )}
    </>
  )
}
