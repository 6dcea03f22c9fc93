import type { EnergyView } from '@stationmaster/contract'

export type ViewCircuit = EnergyView['circuits'][number]
export type ViewOutlet = EnergyView['outlets'][number]

/** A circuit with what hangs below it. */
export interface CircuitNode {
  circuit: ViewCircuit
  /** EVSEs that hang at it itself */
  outlets: ViewOutlet[]
  children: CircuitNode[]
}

/** One phase of a circuit, A. */
export interface PhaseLoad {
  /** 1 to 3 */
  phase: number
  fuse: number
  /** what it may carry now */
  limit: number
  /** what flows, as measured */
  flow: number
  /** of it what flows beside the cars */
  others: number
  /** what cars may draw beside that */
  counted: number
}

/** The circuits of a location from the grid connection down; EVSEs that nobody has placed hang at the grid connection. */
export function treeOf({ circuits, outlets }: Pick<EnergyView, 'circuits' | 'outlets'>): CircuitNode[] {
  const nodeOf = (circuit: ViewCircuit): CircuitNode => ({
    circuit,
    outlets: outlets.filter((one) => (one.circuit ?? rootOf(circuits)?.id) === circuit.id),
    children: circuits.filter(({ parent }) => parent === circuit.id).map(nodeOf),
  })
  const root = rootOf(circuits)
  return root ? [nodeOf(root)] : []
}

const rootOf = (circuits: readonly ViewCircuit[]) => circuits.find(({ parent }) => parent === null)

/** A on a phase (1 to 3) beside the cars, of a circuit and of all below it. */
const othersOn = ({ circuit, children }: CircuitNode, phase: number): number =>
  children.reduce((sum, child) => sum + othersOn(child, phase), at(circuit.others_a, phase))

const at = (perPhase: readonly number[], phase: number): number => perPhase[phase - 1] ?? 0

/** What flows through a circuit, phase by phase. */
export const loadsOf = (node: CircuitNode): PhaseLoad[] =>
  [1, 2, 3].map((phase) => ({
    phase,
    fuse: at(node.circuit.fuse_a, phase),
    limit: at(node.circuit.limit_a, phase),
    flow: at(node.circuit.flow_a, phase),
    others: Math.min(at(node.circuit.flow_a, phase), othersOn(node, phase)),
    counted: at(node.circuit.counted_a, phase),
  }))

/** The phase that is nearest to its limit. */
export const fullestOf = (loads: readonly PhaseLoad[]): PhaseLoad | undefined =>
  loads.toSorted((a, b) => b.flow / Math.max(b.limit, 1) - a.flow / Math.max(a.limit, 1))[0]

/** How many EVSEs hang at a circuit and below it. */
export const outletsBelow = ({ outlets, children }: CircuitNode): number =>
  children.reduce((sum, child) => sum + outletsBelow(child), outlets.length)

/** Sessions that have a transaction and the smallest current is not left for. */
export const waitingOf = (outlets: readonly ViewOutlet[]): number =>
  outlets.filter(({ session }) => session?.reason.code === 'waits').length

/** what is measured as a session begins says nothing of what its car will draw */
const beginningMs = 30_000

/** Whether a car takes nothing of what it may, by the last measurement: it is full, or has paused by itself. */
export const drawsNothing = ({
  measured_a,
  measured_at,
  power,
  since,
}: Pick<NonNullable<ViewOutlet['session']>, 'measured_a' | 'measured_at' | 'power' | 'since'>): boolean =>
  measured_a === 0 &&
  !power &&
  measured_at !== null &&
  (since === null || Date.parse(measured_at) - Date.parse(since) >= beginningMs)
