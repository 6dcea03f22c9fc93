import type { StationTaskState } from '@stationmaster/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

type Connectors = StationTaskState['connectors']

/** A connector, by its EVSE and its number in it. */
export interface Place {
  evse: number
  connector: number
}

export const isPlace = ({ evse, number }: Connectors[number], place: Place): boolean =>
  evse === place.evse && number === place.connector

/** The place that is proposed first; null: the station has none. */
export const firstPlace = ([first]: Connectors): Place | null =>
  first ? { evse: first.evse, connector: first.number } : null

/** The name of a place: the EVSE alone if it has one connector or is meant as a whole. */
export function usePlaceName(connectors: Connectors) {
  const { t } = useTranslation()
  return useCallback(
    ({ evse, connector }: { evse: number; connector: number | null }): string => {
      const there = connectors.filter((one) => one.evse === evse)
      const found = there.find(({ number }) => number === connector)
      return found && there.length > 1
        ? t('tasks.connector', { evse, connector, type: found.type })
        : t('tasks.evse', { evse })
    },
    [connectors, t],
  )
}
