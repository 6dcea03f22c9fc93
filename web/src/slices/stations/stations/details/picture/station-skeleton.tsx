import { Skeleton } from '@mantine/core'
import classes from './station-skeleton.module.css'

/** The shape of a station's screen while it loads. */
export function StationSkeleton() {
  return (
    <div className={classes.columns} aria-busy="true">
      <div className={classes.panel}>
        <Skeleton height={144} width={128} mx="auto" />
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((line) => (
          <Skeleton key={line} height={18} />
        ))}
      </div>
      {['one', 'two'].map((connector) => (
        <div key={connector} className={classes.panel}>
          <Skeleton height={36} width="60%" />
          <Skeleton height={34} />
          <Skeleton height={56} />
          <Skeleton height={56} />
          <Skeleton height={36} />
          <Skeleton height={72} />
        </div>
      ))}
    </div>
  )
}
