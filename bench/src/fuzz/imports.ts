import { importColumns } from '@stationmaster/contract'
import { type Chance, hostileNumber, hostileText } from '@stationmaster/server/hostile'
import { type Attack, send, type Target } from './target.ts'

/** Files of locations and stations: right ones, torn ones, and cells of every kind. */
export const imports: Attack = async (target, until, rest) => {
  while (!until()) {
    const { chance } = target
    const csv = fileOf(target)
    const json = chance.happens(0.2)
    const answer = await send(target, 'imports', {
      route: 'a file',
      method: 'POST',
      path: `/api/v1/locations/import?dry_run=${chance.happens(0.6)}`,
      headers: {
        authorization: target.authorization(),
        'content-type': json ? 'application/json' : chance.one(['text/csv', 'text/csv; charset=utf-8']),
      },
      body: json ? JSON.stringify({ csv }) : Buffer.from(csv),
    })
    if (answer?.status === 401) await target.refresh()
    await rest()
  }
}

function fileOf(target: Target): string {
  const { chance } = target
  const mark = chance.one([',', ',', ';', '\t'])
  const end = chance.one(['\r\n', '\n', '\r'])
  const columns = importColumns.filter(() => chance.happens(0.9))
  if (chance.happens(0.05)) columns.push(chance.one(importColumns))
  const wild = chance.one([0, 0.02, 0.2, 0.6])
  const rows = Array.from({ length: chance.one([0, 1, 5, 40, 400]) }, () =>
    columns.map((column) => written(chance, cellOf(target, column, wild), mark)).join(mark),
  )
  const text = [columns.join(mark), ...rows].join(end)
  if (chance.happens(0.1))
    return text.slice(0, chance.below(text.length + 1)) + chance.one(['"', '"a', '\u0000', '\ufeff'])
  return (chance.happens(0.2) ? '\ufeff' : '') + text
}

function cellOf({ chance, network }: Target, column: string, wild: number): string {
  if (chance.happens(wild)) return chance.happens(0.3) ? String(hostileNumber(chance)) : hostileText(chance)
  const cells: Record<string, () => unknown> = {
    location_id: () => (chance.happens(0.5) ? '' : chance.one([...network.locations, 999_999])),
    location_name: () => `Import ${chance.below(5)}`,
    lat: () => chance.one(['', '55,75', '-90', '90.0001']),
    lng: () => chance.one(['', '37.6', '180', '-181']),
    time_zone: () => chance.one(['', 'Europe/Moscow', 'Mars/Base']),
    cashback_percent: () => chance.one(['', 0, 100, 101]),
    station_id: () => (chance.happens(0.3) ? '' : `IMPORT-${chance.below(30)}`),
    number: () => chance.one(['', 1, 1_000_000_000, 2_147_483_648]),
    vendor_name: () => 'Voltwerk',
    model: () => 'Duo',
    evse_number: () => chance.one([1, 2, 101]),
    connector_number: () => chance.one([1, 2]),
    type: () => 'CCS 2',
    current: () => chance.one(['AC', 'DC']),
    power: () => chance.one([22, 150, '22,5', 2_147_483_647]),
  }
  const cell = cells[column]
  return String(cell ? cell() : chance.one(['', 'true', 'false', 'a']))
}

const written = (chance: Chance, cell: string, mark: string): string =>
  cell.includes(mark) || /["\r\n]/.test(cell)
    ? chance.happens(0.9)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell
    : cell
