import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DescriptionForm } from '../../../slices/stations/stations/details/description-form.tsx'
import { stationQuery } from '../../../slices/stations/stations/details/station-query.ts'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { useStationId } from './station-frame.tsx'

/** The description of a station in words. */
export function DescriptionPage() {
  const stationId = useStationId()
  const { data: station } = useQuery(stationQuery(stationId))
  const [dirty, setDirty] = useState(false)
  if (!station) return null
  return (
    <>
      <DescriptionForm key={stationId} station={station} onDirty={setDirty} />
      <UnsavedGuard dirty={dirty} />
    </>
  )
}
