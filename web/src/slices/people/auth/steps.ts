const steps = ['forgot', 'sent', 'changed', 'out', 'emergency'] as const

/** The steps of the log-in flow beside the log-in itself (domain.md#signing-in). */
export interface LogInSearch {
  step?: (typeof steps)[number]
}

/** Reads the step from the address; anything else is the log-in. */
export function readLogInSearch({ step }: Record<string, unknown>): LogInSearch {
  const known = steps.find((one) => one === step)
  return known ? { step: known } : {}
}
