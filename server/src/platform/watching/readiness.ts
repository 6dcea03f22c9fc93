/** Whether the server takes traffic: migrated (and seeded, in the demo), not draining, and its database answers. */
export class Readiness {
  /** set once it is migrated and seeded, unset while it drains */
  ready = false

  constructor(private readonly database: { readonly answers: boolean }) {}

  get takesTraffic(): boolean {
    return this.ready && this.database.answers
  }
}
