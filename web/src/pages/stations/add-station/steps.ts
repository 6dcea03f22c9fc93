import { textParam } from '../../../ui/tables/search-params.ts'

/** The wizard's steps (domain.md#stations): models, a new model, confirmation, done. */
export const wizardSteps = [0, 1, 99, 3] as const
export type WizardStep = (typeof wizardSteps)[number]

/** Reads step and search out of the URL's search. */
export function readWizardSearch(search: Record<string, unknown>): {
  step?: WizardStep | undefined
  q?: string | undefined
} {
  return {
    step: wizardSteps.find((step) => step > 0 && String(step) === String(search.step)),
    q: textParam(search, 'q'),
  }
}

/** The step that can be shown: the last one while a station is held, no confirmation without a model. */
export function shownStep(
  requested: WizardStep,
  held: { model: unknown; stationId: string | null },
): WizardStep {
  if (held.stationId !== null) return 3
  if (requested === 3 || (requested === 99 && !held.model)) return 0
  return requested
}

/** One step back; null where that leaves the wizard, or where there is no way back. */
export const stepBefore = (step: WizardStep): WizardStep | null => (step === 1 || step === 99 ? 0 : null)
