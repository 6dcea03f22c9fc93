import { contract, type LiveSignal } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../../api/calls/request.ts'

/** How often a station and its meters are read when no signal comes (domain.md#stations). */
const pollMs = 30_000
const metersPollMs = 15_000

/** Whether a signal is about a station or a connector of it. */
export const isOfStation = (signal: LiveSignal, id: string): boolean =>
  signal.topic === 'station' ? signal.id === id : signal.topic === 'connector' && signal.stationId === id

/** Reads a station; again on its own and its connectors' signals, and every 30 s. */
export const stationQuery = (id: string) =>
  queryOptions({
    queryKey: ['stations', 'one', id],
    queryFn: ({ signal }) => request(contract.stations.get, { params: { id } }, signal),
    refetchInterval: pollMs,
    meta: { live: (signal) => isOfStation(signal, id) },
  })

const readMeterValues = (stationId: string, connectorNumber: number, signal: AbortSignal) =>
  request(contract.stations.meterValues, { params: { stationId, connectorNumber } }, signal)
export type MeterValue = Awaited<ReturnType<typeof readMeterValues>>[number]

/** Reads the last meter values of a connector, counted through the whole station; again on its open order's signals and every 15 s. */
export const meterValuesQuery = (stationId: string, connectorNumber: number, orderId: number | null) =>
  queryOptions({
    queryKey: ['stations', 'meter-values', stationId, connectorNumber],
    queryFn: ({ signal }) => readMeterValues(stationId, connectorNumber, signal),
    refetchInterval: metersPollMs,
    meta: { live: (signal) => signal.topic === 'order' && signal.id === orderId },
  })
