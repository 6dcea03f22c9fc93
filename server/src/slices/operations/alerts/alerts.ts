import type { IncidentEntryKind, Language } from '@stationmaster/contract'
import { DAY_MS, MINUTE_MS } from '@stationmaster/units'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Clock } from '../../../platform/general/clock.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Mailer } from '../../../platform/mail/mail.ts'
import type { Db, Tx } from '../../../platform/schema/schema.ts'
import { findManager, type ManagerRow } from '../../people/managers/store.ts'
import { loadVisibleIds } from '../../places/locations/access/scope-store.ts'
import type { IncidentChange } from '../incidents/book.ts'
import type { NewEntry } from '../incidents/store.ts'
import type { Channels } from './channels/channels.ts'
import type { Message, PersonalMeans } from './channels/means.ts'
import { isAbout, nextStepTime, tellingTime } from './rules.ts'
import { findChannel } from './store/channel-store.ts'
import { listRules, type RuleRow } from './store/rule-store.ts'
import * as store from './store/watch-store.ts'
import { messageOf } from './words.ts'

export interface AlertParts {
  db: Db
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  push: PersonalMeans
  channels: Channels
  timeZone: string
  /** writes into the timelines of incidents */
  write(tx: Tx, entries: readonly NewEntry[]): Promise<void>
}

/** Changes of an incident after which somebody may have to be notified. */
const telling: ReadonlySet<IncidentEntryKind> = new Set(['opened', 'reopened', 'grew', 'severity', 'cause'])

const notified = (id: number, what: 'manager' | 'channel') => `${what}:${id}`

/**
 * Tells people of incidents, by rules. Everything is in the database: which step of a rule comes when, and who was notified of what, once.
 * Any number of servers do this at any time.
 */
export class Alerts {
  private readonly byMail: PersonalMeans

  constructor(private readonly parts: AlertParts) {
    const { mailer, jobs } = parts
    this.byMail = {
      tell: (tx, { email, language }, { title, lines, link }) =>
        mailer.send(tx, {
          to: email,
          language,
          name: 'incidentsNotified',
          values: { link, title, incidents: lines.join('\n') },
        }),
    }
    jobs.schedule('alerts', '* * * * *', () => this.run())
  }

  /** Incidents have changed: who is to be notified is notified soon after the transaction has committed. */
  async heard(tx: Tx, changes: readonly IncidentChange[]): Promise<void> {
    if (!changes.some(({ kind }) => telling.has(kind))) return
    await this.parts.jobs.send(tx, 'alerts', {}, { singletonKey: 'soon' })
  }

  /** Does what is due now. */
  async run(): Promise<void> {
    const { db, clock } = this.parts
    const now = clock.now()
    const rules = new Map(
      (await listRules(db, { ownerId: 'all', since: now })).map((rule) => [rule.id, rule]),
    )
    await this.watch([...rules.values()], now)
    for (const watch of await store.listDueWatches(db, now))
      await inTransaction(db, async (tx) => this.step(tx, rules.get(watch.ruleId), watch, now))
    for (const receiver of await store.listDueReceivers(db, now))
      await inTransaction(db, async (tx) => this.tell(tx, receiver, now))
  }

  /** Begins to follow open incidents by the rules that are about them. */
  private async watch(rules: readonly RuleRow[], now: Date): Promise<void> {
    const { db, timeZone } = this.parts
    const incidents = rules.length === 0 ? [] : await store.listOpenIncidents(db)
    if (incidents.length === 0) return
    const watched = new Map(
      (
        await store.listWatches(
          db,
          incidents.map(({ id }) => id),
        )
      ).map((one) => [`${one.incidentId} ${one.ruleId}`, one]),
    )
    for (const rule of rules) {
      const seen = await this.seenBy(db, rule.ownerId)
      for (const incident of incidents) {
        if (!isAbout(rule, incident, seen)) continue
        const dueAt = tellingTime(rule, incident.severity, now, timeZone)
        const known = watched.get(`${incident.id} ${rule.id}`)
        const isSettled = known && (known.nextStep > 0 || known.dueAt === null || known.dueAt <= dueAt)
        if (!isSettled) await store.upsertWatch(db, { incidentId: incident.id, ruleId: rule.id, dueAt })
      }
    }
  }

  /** The locations that a rule's owner sees; null: all. Nothing for an owner who is gone. */
  private async seenBy(db: Db, ownerId: number | null): Promise<ReadonlySet<number> | null> {
    if (ownerId === null) return null
    const owner = await findManager(db, ownerId)
    return owner ? this.seenByManager(db, owner) : new Set()
  }

  private async seenByManager(
    db: Db,
    { id, role, owner_id: ownerId, blocked_at }: ManagerRow,
  ): Promise<ReadonlySet<number> | null> {
    return blocked_at ? new Set() : loadVisibleIds(db, { id, role, ownerId })
  }

  /** Does the step of a rule that is due: its receivers are to be notified, and the next step has its time. */
  private async step(
    tx: Tx,
    rule: RuleRow | undefined,
    { incidentId, ruleId }: store.WatchRow,
    now: Date,
  ): Promise<void> {
    const watch = await store.lockDueWatch(tx, { incidentId, ruleId }, now)
    if (!watch) return
    const incident = await store.findOpenIncident(tx, incidentId)
    const step = rule?.on ? rule.steps[watch.nextStep] : undefined
    if (!rule || !incident || !step) return store.updateWatch(tx, { ...watch, dueAt: null })
    const dueAt = new Date(now.getTime() + rule.digest_minutes * MINUTE_MS)
    const receivers = step.channels.map((id): store.NewTelling => {
      return { receiver: notified(id, 'channel'), byMail: false, byPush: false }
    })
    for (const { id, mail, push } of step.people)
      if ((mail || push) && (await this.mayKnow(tx, id, incident)))
        receivers.push({ receiver: notified(id, 'manager'), byMail: mail, byPush: push })
    const escalated = watch.nextStep > 0
    await store.insertTellings(tx, { incidentId, ruleId, dueAt, escalated }, receivers)
    const done = { step: watch.nextStep, severity: incident.severity }
    const next = nextStepTime(rule, done, now, this.parts.timeZone)
    await store.updateWatch(tx, { ...watch, nextStep: watch.nextStep + 1, dueAt: next })
  }

  /** Whether somebody who is named still works here and sees some of what an incident is about. */
  private async mayKnow(tx: Tx, managerId: number, { locationIds }: store.IncidentRow): Promise<boolean> {
    const manager = await findManager(tx, managerId)
    if (!manager || manager.blocked_at) return false
    const seen = await this.seenByManager(tx, manager)
    return seen === null || locationIds.some((id) => seen.has(id))
  }

  /** Tells a receiver in one message all that waits for them; what nobody needs to know any more is left out. */
  private async tell(tx: Tx, receiver: string, now: Date): Promise<void> {
    const waiting = await store.lockTellings(tx, receiver)
    const open: store.TellingRow[] = []
    for (const one of waiting) if (await store.findOpenIncident(tx, one.incidentId)) open.push(one)
    const ids = (all: readonly store.TellingRow[]) => all.map(({ id }) => id)
    const needless = waiting.filter((one) => !open.includes(one))
    if (needless.length > 0) await store.updateTellings(tx, ids(needless), null)
    const [first] = open
    if (!first) return
    const titles = await store.listTitles(
      tx,
      open.map(({ incidentId }) => incidentId),
    )
    const [what, id] = receiver.split(':')
    const message = (language: Language): Message =>
      messageOf(`alert-${first.id}`, titles, language, {
        timeZone: this.parts.timeZone,
        linkTo: this.parts.mailer.link,
      })
    const to =
      what === 'channel'
        ? await this.tellChannel(tx, Number(id), message)
        : await this.tellPerson(tx, Number(id), open, message)
    await store.updateTellings(tx, ids(open), to === null ? null : now)
    if (to !== null)
      await this.parts.write(
        tx,
        open.map((one) => entryOf(one, to, now)),
      )
  }

  private async tellChannel(
    tx: Tx,
    id: number,
    message: (language: Language) => Message,
  ): Promise<string | null> {
    const channel = await findChannel(tx, id)
    if (!channel) return null
    await this.parts.channels.tell(tx, id, message(channel.language))
    return channel.name
  }

  private async tellPerson(
    tx: Tx,
    id: number,
    all: readonly store.TellingRow[],
    message: (language: Language) => Message,
  ): Promise<string | null> {
    const person = await findManager(tx, id)
    if (!person || person.blocked_at) return null
    const said = message(person.language)
    if (all.some(({ byMail }) => byMail) && person.email_verified_at) await this.byMail.tell(tx, person, said)
    if (all.some(({ byPush }) => byPush)) await this.parts.push.tell(tx, person, said)
    return `${person.first_name} ${person.last_name}`
  }
}

/** The line in the timeline of an incident that says who was notified. */
const entryOf = ({ incidentId, escalated }: store.TellingRow, to: string, at: Date): NewEntry => ({
  incidentId,
  at,
  kind: escalated ? 'escalated' : 'notified',
  byKind: 'rule',
  managerId: null,
  stationId: null,
  text: null,
  data: { to },
})

/** How far back the notified are counted that screens show. */
export const countedMs = 30 * DAY_MS
