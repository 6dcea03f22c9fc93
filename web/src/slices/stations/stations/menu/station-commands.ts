import {
  contract,
  type MaintenanceBody,
  type Station,
  type StationRegistration,
} from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'

/** How the server answers a station's boots. */
export interface HoldBody {
  registration: StationRegistration
  interval_seconds: number
}

/** The actions on a station from a list, a card or its settings; every list that shows it is read again afterwards. */
export function useStationCommands({ id, location_id }: Pick<Station, 'id' | 'location_id'>) {
  const client = useQueryClient()
  const params = { id }
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['stations'] }),
      client.invalidateQueries({ queryKey: ['locations', 'one', location_id] }),
    ])
  const operate = useChange({
    mutationFn: ({ operative, evses }: { operative: boolean; evses: number[] }) =>
      request(contract.stations.operate, {
        params,
        body: { operational_status: operative ? 'operative' : 'inoperative', evses },
      }),
    onSettled,
  })
  const monetize = useChange({
    mutationFn: (monetized: boolean) => request(contract.stations.monetize, { params, body: { monetized } }),
    onSettled,
  })
  const remove = useChange({ mutationFn: () => request(contract.stations.remove, { params }), onSettled })
  const reset = useChange({ mutationFn: () => request(contract.stations.reset, { params }), onSettled })
  const hold = useChange({
    mutationFn: (body: HoldBody) => request(contract.stationHold.set, { params, body }),
    onSettled,
  })
  const maintain = useChange({
    mutationFn: (body: MaintenanceBody) => request(contract.maintenances.plan, { params, body }),
    onSettled,
  })
  const endMaintenance = useChange({
    mutationFn: (id: number) => request(contract.maintenances.end, { params: { id } }),
    onSettled,
  })
  return { operate, monetize, remove, reset, hold, maintain, endMaintenance }
}

export type StationCommands = ReturnType<typeof useStationCommands>

/** Whether a station counts as in operation: one of its EVSEs is (domain.md#statuses). */
export const isOperative = ({ evses }: Station): boolean => evses.some(({ operational }) => operational)
