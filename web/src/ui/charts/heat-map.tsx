import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
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

/** A grid whose cells are darker the larger their value; the pointer and the arrow keys choose a cell, whose exact value is shown. */
export function HeatMap({ title, rows, columns, cells, onOpen }: HeatMapProps) {
  const { ref, width } = useElementSize<HTMLElement>()
  const [chosen, setChosen] = useState<{ row: number; column: number } | null>(null)
  const cellWidth = Math.max(0, width - edge.left - edge.right) / columns.length
  const height = edge.top + rows.length * rowHeight + edge.bottom
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))
  const choose = (row: number, column: number) =>
    setChosen({ row: within(row, rows.length), column: within(column, columns.length) })
  const placeOf = ({ clientX, clientY, currentTarget }: MouseEvent): [number, number] => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return [
      within(Math.floor((clientY - top - edge.top) / rowHeight), rows.length),
      within(Math.floor((clientX - left - edge.left) / cellWidth), columns.length),
    ]
  }
  const press = (event: MouseEvent) => {
    const [row, column] = placeOf(event)
    if (chosen?.row === row && chosen.column === column) onOpen(row, column)
    else choose(row, column)
  }
  const walk = (event: KeyboardEvent) => {
    const { row, column } = chosen ?? { row: 0, column: -1 }
    const [down, right] =
      { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key] ?? []
    if (event.key === 'Escape') setChosen(null)
    if (event.key === 'Enter' && chosen) onOpen(chosen.row, chosen.column)
    if (down === undefined || right === undefined) return
    event.preventDefault()
    choose(row + down, column + right)
  }
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
          onClick={press}
          onPointerMove={(event) => choose(...placeOf(event))}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
          onKeyDown={walk}
          onBlur={() => setChosen(null)}
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
