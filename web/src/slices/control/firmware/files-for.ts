import type { FirmwareFile, FleetFirmware } from '@stationmaster/contract'

/** The files that can replace a version on stations of a model, newest first. */
export const filesFor = (
  files: readonly FirmwareFile[] | undefined,
  { vendor_name, model, version }: Pick<FleetFirmware, 'vendor_name' | 'model' | 'version'>,
): FirmwareFile[] =>
  (files ?? []).filter(
    (file) => file.vendor_name === vendor_name && file.model === model && file.version !== version,
  )
