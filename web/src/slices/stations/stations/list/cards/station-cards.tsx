import { Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { Station } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { figuresQuery } from './figures-query.ts'
import { StationCard } from './station-card.tsx'
import classes from './station-cards.module.css'

interface StationCardsProps {
  locationId: number
  stations: Station[] | undefined
  hasMore: boolean
  loading: boolean
  onMore: () => void
}

/** Cards of a location's stations, one to three in a row; more are loaded when the end comes into sight. */
export function StationCards({ locationId, stations, hasMore, loading, onMore }: StationCardsProps) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const figures = useQuery(figuresQuery(locationId)).data
  const reached = entry?.isIntersecting ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads when the end comes into sight, and again while it is in sight
  useEffect(() => {
    if (reached && hasMore && !loading) onMore()
  }, [reached, hasMore, loading, stations?.length])
  return (
    <>
      <div className={classes.grid} aria-busy={stations === undefined}>
        {stations
          ? stations.map((station) => (
              <StationCard key={station.id} station={station} figures={figures?.[station.id]} />
            ))
          : ['one', 'two', 'three'].map((bone) => <Skeleton key={bone} height={490} radius={8} />)}
        {loading && <Skeleton height={490} radius={8} />}
      </div>
      <div ref={ref} />
    </>
  )
}
