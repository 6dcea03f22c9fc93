import { meterValuesPerSession, stepWh } from './load-spec.ts'
import type { Answer, Station } from './station.ts'

/** What a station says of itself when it boots. */
export interface Make {
  vendor: string
  model: string
  firmware: string
}

const usualMake: Make = { vendor: 'LoadVendor', model: 'LoadModel', firmware: '1.0.0' }

/** Boots; true when the station is accepted. */
export async function boot(station: Station, make: Make = usualMake): Promise<boolean> {
  const { id } = station
  const { vendor, model, firmware } = make
  const answer = await station.call(
    'BootNotification',
    station.version === '1.6'
      ? `{"chargePointVendor":"${vendor}","chargePointModel":"${model}","chargePointSerialNumber":"${id}","firmwareVersion":"${firmware}"}`
      : `{"reason":"PowerUp","chargingStation":{"vendorName":"${vendor}","model":"${model}","serialNumber":"${id}","firmwareVersion":"${firmware}"}}`,
  )
  return answer !== null && isAccepted(station, 'BootNotification', answer)
}

export async function beat(station: Station): Promise<void> {
  const answer = await station.call('Heartbeat', '{}')
  if (answer && typeof answer.currentTime !== 'string') station.tally.failed('Heartbeat: no currentTime')
}

/** One charging session of 120 Wh a meter value; true when the server took all of it. */
export const charge = (station: Station, meterValues = meterValuesPerSession): Promise<boolean> =>
  station.version === '1.6' ? charge16(station, meterValues) : charge201(station, meterValues)

async function charge16(station: Station, meterValues: number): Promise<boolean> {
  const tag = `"idTag":"${station.token}"`
  const authorized = await station.call('Authorize', `{${tag}}`)
  if (!authorized || !isAccepted(station, 'Authorize', authorized.idTagInfo)) return false
  const started = await station.call(
    'StartTransaction',
    `{"connectorId":1,${tag},"meterStart":${station.meterWh},"timestamp":"${station.timestamp()}"}`,
  )
  if (!started || !isAccepted(station, 'StartTransaction', started.idTagInfo)) return false
  const transaction = `"transactionId":${Number(started.transactionId)}`
  for (let i = 0; i < meterValues; i += 1) {
    station.meterWh += stepWh
    const values = meterValue16(station.meterWh, station.timestamp())
    const answer = await station.call(
      'MeterValues',
      `{"connectorId":1,${transaction},"meterValue":${values}}`,
    )
    if (!answer) return false
  }
  const stopped = await station.call(
    'StopTransaction',
    `{${transaction},${tag},"meterStop":${station.meterWh},"timestamp":"${station.timestamp()}","reason":"Local"}`,
  )
  return stopped !== null && isAccepted(station, 'StopTransaction', stopped.idTagInfo)
}

async function charge201(station: Station, meterValues: number): Promise<boolean> {
  const token = `"idToken":{"idToken":"${station.token}","type":"ISO14443"}`
  const authorized = await station.call('Authorize', `{${token}}`)
  if (!authorized || !isAccepted(station, 'Authorize', authorized.idTokenInfo)) return false
  const transactionId = station.nextId()
  let sequence = 0
  const tell = (type: string, reason: string, state: string, context: string, more = '') => {
    const at = station.timestamp()
    const head = `"eventType":"${type}","timestamp":"${at}","triggerReason":"${reason}","seqNo":${sequence++}`
    const transaction = `"transactionInfo":{"transactionId":"${transactionId}",${state}},"evse":{"id":1,"connectorId":1}`
    const values = meterValue201(station.meterWh, at, context)
    return station.call(
      'TransactionEvent',
      `{${head},${transaction},"meterValue":${values}${more}}`,
      `TransactionEvent ${type}`,
    )
  }
  const charging = '"chargingState":"Charging"'
  const started = await tell('Started', 'Authorized', charging, 'Transaction.Begin', `,${token}`)
  if (!started || !isAccepted(station, 'Started', started.idTokenInfo)) return false
  for (let i = 0; i < meterValues; i += 1) {
    station.meterWh += stepWh
    if (!(await tell('Updated', 'MeterValuePeriodic', charging, 'Sample.Periodic'))) return false
  }
  const ending = '"chargingState":"Idle","stoppedReason":"Local"'
  const ended = await tell('Ended', 'StopAuthorized', ending, 'Transaction.End', `,${token}`)
  return ended !== null && isAccepted(station, 'Ended', ended.idTokenInfo)
}

const meterValue16 = (wh: number, at: string) =>
  `[{"timestamp":"${at}","sampledValue":[` +
  `{"value":"${wh}","context":"Sample.Periodic","measurand":"Energy.Active.Import.Register","unit":"Wh"},` +
  `{"value":"7200","context":"Sample.Periodic","measurand":"Power.Active.Import","unit":"W"},` +
  `{"value":"31.3","context":"Sample.Periodic","measurand":"Current.Import","unit":"A"}]}]`

const meterValue201 = (wh: number, at: string, context: string) =>
  `[{"timestamp":"${at}","sampledValue":[` +
  `{"value":${wh},"context":"${context}","measurand":"Energy.Active.Import.Register","unitOfMeasure":{"unit":"Wh"}},` +
  `{"value":7200,"context":"${context}","measurand":"Power.Active.Import","unitOfMeasure":{"unit":"W"}},` +
  `{"value":31.3,"context":"${context}","measurand":"Current.Import","unitOfMeasure":{"unit":"A"}}]}]`

/** An answer without a status is a yes: it is optional where a transaction ends. */
function isAccepted(station: Station, action: string, status: unknown): boolean {
  const said = (status as Answer | undefined)?.status ?? 'Accepted'
  if (said !== 'Accepted') station.tally.failed(`${action}: ${String(said)}`)
  return said === 'Accepted'
}
