import { contract } from '@stationmaster/contract'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../../api/calls/request.ts'

const pollMs = 30_000
const { plugAndCharge } = contract

export const rootsQuery = queryOptions({
  queryKey: ['plug-and-charge', 'roots'],
  queryFn: ({ signal }) => request(plugAndCharge.roots, {}, signal),
})

/** What stations show to cars; again every 30 s, as a station answers when it can. */
export const carCertificatesQuery = queryOptions({
  queryKey: ['plug-and-charge', 'stations'],
  queryFn: ({ signal }) => request(plugAndCharge.carCertificates, {}, signal),
  refetchInterval: pollMs,
})

/** Stations that lack a root; again every 30 s, as they take what they are given. */
export const lackingQuery = queryOptions({
  queryKey: ['plug-and-charge', 'lacking'],
  queryFn: ({ signal }) => request(plugAndCharge.lacking, {}, signal),
  refetchInterval: pollMs,
})

/** What a certificate says that somebody has pasted. */
export const readingQuery = (pem: string) =>
  queryOptions({
    queryKey: ['plug-and-charge', 'reading', pem],
    queryFn: ({ signal }) => request(plugAndCharge.readRoot, { body: { pem } }, signal),
    enabled: pem !== '',
    retry: false,
    staleTime: 0,
  })
