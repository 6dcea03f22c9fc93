import { contract, type labelsBody } from '@stationmaster/contract'
import type { z } from 'zod'
import type { DownloadLinks } from '../../../platform/downloads/downloads.ts'
import { audit } from '../../../platform/general/audit.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type Rest, route } from '../../../platform/http/http.ts'
import { type LabelParts, listWanted, printLabels } from './actions.ts'
import { perPage } from './pages.ts'

interface Ticket {
  caller: Caller
  wanted: z.output<typeof labelsBody>
}

/** Labels of stations to print: whoever reads a station may print its label, which shows nothing that the page behind it does not. */
export function labelRoutes(rest: Rest, parts: LabelParts & { downloads: DownloadLinks }): void {
  const { db, clock, downloads } = parts
  route(rest, contract.labels.print, async ({ body, caller, remoteAddress }) => {
    const stations = await listWanted(db, caller, body)
    await audit(db, {
      caller,
      action: 'labels.print',
      subjectType: 'station',
      subjectId: stations.length === 1 ? (stations[0]?.id ?? '') : stations.length,
      after: { ...body, labels: stations.length },
      at: clock.now(),
      remoteAddress,
    })
    const ticket: Ticket = { caller, wanted: body }
    const pages = Math.ceil(stations.length / perPage(body.size))
    return { url: downloads.offer('labels', ticket), labels: stations.length, pages }
  })
  downloads.serve('labels', (what) => {
    const { caller, wanted } = what as Ticket
    return printLabels(parts, caller, wanted)
  })
}
