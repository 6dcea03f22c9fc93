/** The steps of the log-in flow beside the log-in itself (domain.md#signing-in). */
export interface LogInSearch {
  step?: 'forgot' | 'sent' | 'changed'
}

/** Reads the step from the address; anything else is the log-in. */
export function readLogInSearch({ step }: Record<string, unknown>): LogInSearch {
  return step === 'forgot' || step === 'sent' || step === 'changed' ? { step } : {}
}
