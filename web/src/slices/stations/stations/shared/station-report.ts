import type { Station } from '@stationmaster/contract'

/** Signal level (0 to 32) and tamper contact of the vendor message miscInfo, if the station ever sent it. */
export function reportOf(station: Pick<Station, 'data_transfer'>): { rssi: number | null; tamper: boolean } {
  const info = station.data_transfer.autoenterprise?.miscInfo
  if (!isRecord(info)) return { rssi: null, tamper: false }
  const rssi = Number(info.rssi ?? Number.NaN)
  return {
    rssi: Number.isFinite(rssi) ? Math.max(0, Math.min(32, Math.round(rssi))) : null,
    tamper: info.tamper === true || info.tamper === 1,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
