import { type ReactNode, useId } from 'react'
import classes from './segmented-control.module.css'

interface SegmentedControlProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  data: readonly { value: Value; label: ReactNode }[]
  'aria-label'?: string
  'aria-labelledby'?: string
  /** Over the whole width. */
  fullWidth?: boolean
  /** Small, without a frame. */
  bare?: boolean
}

/** One of a few, all of which are seen. Mantine's measures itself, which lays the page out once more before it is painted. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { value, onChange, data, fullWidth, bare, ...labels } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      {...labels}
      className={classes.root}
      data-full-width={fullWidth || undefined}
      data-bare={bare || undefined}
    >
      {data.map((item) => (
        <label key={item.value} className={classes.item}>
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            onChange={() => onChange(item.value)}
          />
          <span className={classes.label}>{item.label}</span>
        </label>
      ))}
    </div>
  )
}
