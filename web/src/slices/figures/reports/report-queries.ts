import {
  contract,
  type PaymentSums,
  type Report,
  type ReportMode,
  type ReportPaymentGroup,
} from '@stationmaster/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '../../../api/calls/request.ts'
import { endOf, startOf } from '../../../api/days.ts'

export interface ReportRange {
  /** first and last calendar day */
  from: string
  to: string
  locations: number[] | undefined
}

/** How many days and locations, and how many rows of a report, one request loads. */
const groupsPage = 500
const rowsPage = 500

/** The query parameters of a range. */
export const rangeQueryOf = ({ from, to, locations }: ReportRange) => ({
  from: startOf(from),
  to: endOf(to),
  ...(locations ? { locationIds: locations.join(',') } : {}),
})

/** Loaded batches never change, so they need not be compared when the next one arrives. */
const asTheyCame = { structuralSharing: false } as const

/** Days and locations with their sums, in batches. */
export function usePaymentGroups(range: ReportRange, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['reports', 'payments', range],
    queryFn: ({ pageParam, signal }) =>
      request(
        contract.reports.payments,
        { query: { ...rangeQueryOf(range), limit: groupsPage, offset: pageParam } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ paymentsTotalCount }, pages) =>
      pages.length * groupsPage < paymentsTotalCount ? pages.length * groupsPage : undefined,
    placeholderData: keepPreviousData,
    ...asTheyCame,
    enabled,
  })
  const pages = query.data?.pages
  const groups = useMemo<ReportPaymentGroup[] | undefined>(
    () => pages?.flatMap(({ payments }) => payments),
    [pages],
  )
  const total: PaymentSums | undefined = pages?.[0]?.total
  return { query, groups, total, count: pages?.[0]?.paymentsTotalCount }
}

/** A report, in batches, with heads in the language of the screen. */
export function useReport(mode: ReportMode | undefined, range: ReportRange, language: string) {
  const query = useInfiniteQuery({
    queryKey: ['reports', mode, range, language],
    queryFn: ({ pageParam, signal }) =>
      request(
        contract.reports.report,
        {
          query: {
            ...rangeQueryOf(range),
            // without a mode the query is not enabled
            mode: mode!,
            limit: rowsPage,
            ...(pageParam === null ? {} : { after: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...asTheyCame,
    enabled: mode !== undefined,
  })
  const pages = query.data?.pages
  const report = useMemo<Report | undefined>(() => {
    const first = pages?.[0]
    return first && { ...first, rows: pages.flatMap(({ rows }) => rows) }
  }, [pages])
  return { query, report }
}
