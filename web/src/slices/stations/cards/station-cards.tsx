import { Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { Station } from '@stationmaster/contract'
import { useEffect } from 'react'
import { StationCard } from './station-card.tsx'
import classes from './station-cards.module.css'

interface StationCardsProps {
  stations: Station[] | undefined
  hasMore: boolean
  loading: boolean
  onMore: () => void
}

/** Cards of stations, one to three beside each other; more are loaded when the end comes into sight. */
export function StationCards({ stations, hasMore, loading, onMore }: StationCardsProps) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const reached = entry?.isIntersecting ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the end comes into sight, and again when it still is
  useEffect(() => {
    if (reached && hasMore && !loading) onMore()
  }, [reached, hasMore, loading, stations?.length])
  return (
    <>
      <div className={classes.grid} aria-busy={stations === undefined}>
        {stations
          ? stations.map((station) => <StationCard key={station.id} station={station} />)
          : ['one', 'two', 'three'].map((bone) => <Skeleton key={bone} height={490} radius={8} />)}
        {loading && <Skeleton height={490} radius={8} />}
      </div>
      <div ref={ref} />
    </>
  )
}
