import { SandboxPki } from '@stationmaster/simulator/pki'

let opened: SandboxPki | null = null

/** Opens what stands behind Plug & Charge in the cases: authorities, a responder and a contract provider. */
export async function openTrialPki(): Promise<SandboxPki> {
  opened = await SandboxPki.open()
  return opened
}

/** The authorities of the cases' contracts. */
export function trialPki(): SandboxPki {
  if (!opened) throw new Error('the trial has not begun')
  return opened
}
