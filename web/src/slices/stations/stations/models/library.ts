import type { ConnectorType, Current, StationModel } from '@stationmaster/contract'
import { usualCurrent } from './model-draft.ts'

type LibraryConnector = readonly [type: ConnectorType, power: number]

const ac = ['Type 2', 22] as const satisfies LibraryConnector
const ccs = (power: number) => ['CCS 2', power] as const satisfies LibraryConnector
const chademo = (power: number) => ['CHAdeMO', power] as const satisfies LibraryConnector

/** Well-known models in their usual build, by their makers' data sheets: one list of connectors (type, kW) for each EVSE. */
const models: readonly (readonly [vendor: string, model: string, ...evses: readonly LibraryConnector[][]])[] =
  [
    ['ABB', 'Terra 54 CJG', [ccs(50), chademo(50)], [['Type 2', 43]]],
    ['ABB', 'Terra 124 CC', [ccs(120)], [ccs(120)]],
    ['ABB', 'Terra 184 CC', [ccs(180)], [ccs(180)]],
    ['ABB', 'Terra AC W22-T', [ac]],
    ['Alfen', 'Eve Double Pro-line', [ac], [ac]],
    ['Alfen', 'Eve Single Pro-line', [ac]],
    ['Alpitronic', 'HYC50', [ccs(50)], [ccs(50)]],
    ['Alpitronic', 'HYC150', [ccs(150)], [ccs(150)]],
    ['Alpitronic', 'HYC300', [ccs(300)], [ccs(300)]],
    ['Alpitronic', 'HYC400', [ccs(400)], [ccs(400)]],
    ['Autel', 'MaxiCharger AC W22', [ac]],
    ['Autel', 'MaxiCharger DC Fast 120', [ccs(120)], [ccs(120)]],
    ['Circontrol', 'eVolve Smart T', [ac], [ac]],
    ['Circontrol', 'Raption 50 Trio', [ccs(50), chademo(50)], [['Type 2', 43]]],
    ['Delta', 'AC MAX 22', [ac]],
    ['Delta', 'DC Wallbox 25', [ccs(25), chademo(25)]],
    ['Easee', 'Charge', [ac]],
    ['Efacec', 'QC45', [ccs(50), chademo(50)], [['Type 2', 43]]],
    ['Ensto', 'Chago Pro', [ac], [ac]],
    ['EVBox', 'Elvi', [ac]],
    ['EVBox', 'Troniq 100', [ccs(100), chademo(100)]],
    ['KEBA', 'KeContact P30 c-series', [ac]],
    ['MENNEKES', 'AMTRON Professional', [ac]],
    ['Schneider Electric', 'EVlink Pro AC', [ac]],
    ['Siemens', 'SICHARGE D', [ccs(160)], [ccs(160)]],
    ['Siemens', 'VersiCharge AC', [ac]],
    ['Tritium', 'RTM75', [ccs(75), chademo(75)]],
    ['Tritium', 'Veefil-RT 50', [ccs(50), chademo(50)]],
    ['Vestel', 'EVC04', [ac]],
    ['Wallbox', 'Commander 2', [ac]],
    ['Wallbox', 'Pulsar Plus', [ac]],
    ['Wallbox', 'Supernova 65', [ccs(65), chademo(65)]],
    ['Webasto', 'Unite', [ac]],
    ['Zaptec', 'Go', [ac]],
    ['Zaptec', 'Pro', [ac]],
  ]

const library: readonly StationModel[] = models.map(([vendor_name, model, ...evses]) => ({
  id: null,
  vendor_name,
  model,
  image: null,
  evses: evses.map((connectors, evse) => ({
    number: evse + 1,
    connectors: connectors.map(([type, power], connector) => ({
      number: connector + 1,
      type,
      power,
      current: usualCurrent(type) satisfies Current,
    })),
  })),
}))

const nameOf = ({ vendor_name, model }: StationModel): string => `${vendor_name} ${model}`.toLowerCase()

/** Well-known models with every word of a search in their names, but for those that the network knows by itself. */
export function wellKnown(search: string | undefined, ofNetwork: readonly StationModel[]): StationModel[] {
  const words = (search ?? '').toLowerCase().split(/\s+/)
  const known = new Set(ofNetwork.map(nameOf))
  return library.filter((model) => {
    const name = nameOf(model)
    return !known.has(name) && words.every((word) => name.includes(word))
  })
}
