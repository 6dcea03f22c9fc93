import type { ErrorAnswer, Person, Role } from '@stationmaster/contract'
import { hashPassword } from '../../slices/people/managers/signing-in/passwords.ts'
import { demoPassword } from '../../slices/people/managers/staff/demo-accounts.ts'
import { insertManager } from '../../slices/people/managers/store.ts'
import type { Office } from '../world/office.ts'

/** A person of the staff, logged in. */
export interface Hired {
  id: number
  email: string
  token: string
}

/** An office that hires people, changes them, and reads what was written down about them. */
export class StaffWorld {
  private hired = 0

  private constructor(
    private readonly office: Office,
    private readonly passwordHash: string,
  ) {}

  static async open(office: Office): Promise<StaffWorld> {
    return new StaffWorld(office, await hashPassword(demoPassword))
  }

  /** Adds a person with a role, logged in. */
  async hire(role: Role): Promise<Hired> {
    this.hired += 1
    const email = `person${this.hired}@example.com`
    const person = {
      email,
      passwordHash: this.passwordHash,
      role,
      firstName: `First${this.hired}`,
      lastName: `Last${this.hired}`,
      createdAt: this.office.clock.now(),
    }
    const id = (await insertManager(this.office.database.db, person))!
    return { id, email, token: (await this.office.logIn(email)).body.access_token }
  }

  change = (who: Role | { token: string }, id: number, body: object) =>
    this.office.call<Person & ErrorAnswer>(who, 'PATCH', `managers/${id}`, body)

  me = (who: { token: string }) => this.office.call<ErrorAnswer>(who, 'GET', 'auth/manager')

  /** What the audit log has of a person, the last first. */
  allAudits = (id: number) =>
    this.office.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_type', '=', 'manager')
      .where('subject_id', '=', String(id))
      .orderBy('id', 'desc')
      .execute()

  lastAudit = async (id: number) => (await this.allAudits(id))[0]!
}
