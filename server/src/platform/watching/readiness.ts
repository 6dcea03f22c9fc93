/** Whether the server takes traffic: migrated (and seeded, in the demo), and its database answers. */
export class Readiness {
  /** set once it is migrated and seeded, unset when it refuses what is new */
  ready = false
  /** it is about to end: whoever divides the traffic sends no more of it here */
  isDraining = false

  constructor(private readonly database: { readonly answers: boolean }) {}

  get takesTraffic(): boolean {
    return this.ready && this.database.answers
  }
}
