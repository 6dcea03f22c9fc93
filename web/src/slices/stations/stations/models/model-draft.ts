import {
  type ConnectorType,
  type Current,
  type StationModel,
  stationModelBody,
} from '@stationmaster/contract'

export interface DraftConnector {
  number: number
  type: ConnectorType
  current: Current
  /** kW; '' until it is typed */
  power: number | ''
}

export interface DraftEvse {
  number: number
  connectors: DraftConnector[]
}

/** A station model while it is being described. */
export interface ModelDraft {
  vendor_name: string
  model: string
  image: string
  evses: DraftEvse[]
}

const firstConnector: DraftConnector = { number: 1, type: 'Type 2', current: 'AC', power: '' }

export const emptyDraft: ModelDraft = {
  vendor_name: '',
  model: '',
  image: '',
  evses: [{ number: 1, connectors: [firstConnector] }],
}

/** The draft of a model that people change. */
export const draftOf = ({ vendor_name, model, image, evses }: StationModel): ModelDraft => ({
  vendor_name,
  model,
  image: image ?? '',
  evses,
})

const directTypes: readonly ConnectorType[] = ['CHAdeMO', 'CCS', 'CCS 1', 'CCS 2', 'GB/T DC']

/** The current that a type of connector usually carries. */
export const usualCurrent = (type: ConnectorType): Current => (directTypes.includes(type) ? 'DC' : 'AC')

const after = (parts: readonly { number: number }[]): number => (parts.at(-1)?.number ?? 0) + 1
const replaced = <T>(list: readonly T[], index: number, part: T): T[] =>
  list.map((old, at) => (at === index ? part : old))

/** One more EVSE, numbered on from the last one (domain.md#stations), with one connector of the last kind. */
export function addEvse(draft: ModelDraft): ModelDraft {
  const { type, current } = draft.evses.at(-1)?.connectors.at(-1) ?? firstConnector
  const connectors = [{ number: 1, type, current, power: '' as const }]
  return { ...draft, evses: [...draft.evses, { number: after(draft.evses), connectors }] }
}

/** Removes an EVSE; the first one stays. */
export const removeEvse = (draft: ModelDraft, index: number): ModelDraft =>
  index === 0 ? draft : { ...draft, evses: draft.evses.toSpliced(index, 1) }

const changeEvse = (
  draft: ModelDraft,
  index: number,
  change: (connectors: DraftConnector[]) => DraftConnector[],
): ModelDraft => {
  const evse = draft.evses[index]
  if (!evse) return draft
  return {
    ...draft,
    evses: replaced(draft.evses, index, { ...evse, connectors: change(evse.connectors) }),
  }
}

/** One more connector of an EVSE, numbered on from its last one. */
export const addConnector = (draft: ModelDraft, evse: number): ModelDraft =>
  changeEvse(draft, evse, (connectors) => {
    const { type, current } = connectors.at(-1) ?? firstConnector
    return [...connectors, { number: after(connectors), type, current, power: '' }]
  })

/** Removes a connector; the first one of each EVSE stays. */
export const removeConnector = (draft: ModelDraft, evse: number, index: number): ModelDraft =>
  changeEvse(draft, evse, (connectors) => (index === 0 ? connectors : connectors.toSpliced(index, 1)))

export const changeConnector = (
  draft: ModelDraft,
  evse: number,
  index: number,
  changes: Partial<DraftConnector>,
): ModelDraft =>
  changeEvse(draft, evse, (connectors) => {
    const connector = connectors[index]
    return connector ? replaced(connectors, index, { ...connector, ...changes }) : connectors
  })

/** What is wrong with a field. */
export type ModelFault = 'required' | 'tooLong' | 'address' | 'power' | 'tooMany'

/** The model that a draft describes, or what is wrong with it by field, e.g. `evses.0.connectors.1.power`. */
export function checkModel(
  draft: ModelDraft,
):
  | { model: ReturnType<typeof stationModelBody.parse>; faults: Record<string, never> }
  | { model: null; faults: Record<string, ModelFault> } {
  const evses = draft.evses.map((evse) => ({
    ...evse,
    connectors: evse.connectors.map(({ power, ...rest }) => (power === '' ? rest : { ...rest, power })),
  }))
  const checked = stationModelBody.safeParse({ ...draft, evses })
  if (checked.success) return { model: checked.data, faults: {} }
  const faults: Record<string, ModelFault> = {}
  for (const { path, code } of checked.error.issues)
    faults[path.join('.')] ??= faultOf(String(path.at(-1)), code)
  return { model: null, faults }
}

function faultOf(field: string, code: string): ModelFault {
  if (field === 'image') return code === 'too_big' ? 'tooLong' : 'address'
  if (field === 'evses' || field === 'connectors') return 'tooMany'
  if (field === 'power') return code === 'invalid_type' ? 'required' : 'power'
  return code === 'too_big' ? 'tooLong' : 'required'
}
