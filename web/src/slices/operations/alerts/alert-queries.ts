import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

export const rulesQuery = queryOptions({
  queryKey: ['alerts', 'rules'],
  queryFn: ({ signal }) => request(contract.alerts.rules, {}, signal),
})

export const channelsQuery = queryOptions({
  queryKey: ['alerts', 'channels'],
  queryFn: ({ signal }) => request(contract.alerts.channels, {}, signal),
})

/** The people that a rule may name. */
export const peopleQuery = queryOptions({
  queryKey: ['alerts', 'people'],
  queryFn: ({ signal }) => request(contract.alerts.people, {}, signal),
})

export const devicesQuery = queryOptions({
  queryKey: ['alerts', 'devices'],
  queryFn: ({ signal }) => request(contract.alerts.devices, {}, signal),
})
