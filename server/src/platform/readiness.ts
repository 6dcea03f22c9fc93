/** Whether the server takes traffic: set once it is migrated (and seeded, in the demo), unset while it drains. */
export interface Readiness {
  ready: boolean
}
