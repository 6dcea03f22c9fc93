import {
  type CentralHandler,
  type CommandOutcome,
  type StationCommand,
  stationActions,
  Unanswered,
} from '@stationmaster/ocpp'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** local: over a socket of this server; remote: over a socket of another one, at this one's request */
export type Hop = 'local' | 'remote'

/** What a registry counts of stations' traffic; every label has a bounded set of values. */
export interface StationMetrics {
  /** The same handler, with what passes through it counted. */
  counted(handler: CentralHandler): CentralHandler
  /** A batch of messages has been committed. */
  batch(messages: number, seconds: number): void
  command(type: StationCommand['type'], outcome: CommandOutcome['kind'], hop: Hop): void
}

const known = new Set(stationActions)
/** An action as a label: what a station makes up is one of many. */
const labelOf = (action: string | null): string => (action !== null && known.has(action) ? action : 'other')

const results = /^\[\s*3/
/** the type of a frame that refuses a call */
const errorType = 4

type Figures = ReturnType<typeof addFigures>

function addFigures(metrics: Registry) {
  const registers = [metrics]
  return {
    messages: new Counter({
      name: 'ocpp_messages_total',
      help: 'Calls of stations, by action and by whether they were answered, refused or left for later',
      labelNames: ['action', 'outcome'],
      registers,
    }),
    answers: new Histogram({
      name: 'ocpp_answer_seconds',
      help: 'Time from the beginning of a call to its answer, in which it is committed',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    sizes: new Histogram({
      name: 'ocpp_batch_messages',
      help: 'Messages that shared a transaction',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      registers,
    }),
    commits: new Histogram({
      name: 'ocpp_batch_seconds',
      help: 'Time that a batch of messages takes until it is committed',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    commands: new Counter({
      name: 'ocpp_commands_total',
      help: 'Commands to stations, by command, outcome and hop (local: a socket of this server, remote: of another one)',
      labelNames: ['command', 'outcome', 'hop'],
      registers,
    }),
  }
}

/** Adds the figures of stations' messages and of the commands to them to a registry. */
export function openStationMetrics(metrics: Registry): StationMetrics {
  const figures = addFigures(metrics)
  const command: StationMetrics['command'] = (type, outcome, hop) =>
    figures.commands.inc({ command: type, outcome, hop })
  return {
    batch: (messages, seconds) => {
      figures.sizes.observe(messages)
      figures.commits.observe(seconds)
    },
    command,
    counted: (handler) => counted(handler, figures, ({ type, outcome }) => command(type, outcome, 'local')),
  }
}

function counted(
  handler: CentralHandler,
  { messages, answers }: Figures,
  onOutcome: NonNullable<CentralHandler['onOutcome']>,
): CentralHandler {
  const count = (action: string | null, outcome: 'answered' | 'refused' | 'unanswered') =>
    messages.inc({ action: labelOf(action), outcome })
  return {
    onCall: (call) => {
      const begunMs = performance.now()
      const answered = (frame: string) => {
        answers.observe((performance.now() - begunMs) / 1000)
        count(call.action, results.test(frame) ? 'answered' : 'refused')
      }
      const given = handler.onCall(call)
      if (typeof given === 'string') answered(given)
      // any other failure is refused by the link, whose frame is counted below
      else
        given.then(answered, (error: unknown) => {
          if (error instanceof Unanswered) count(call.action, 'unanswered')
        })
      return given
    },
    onFrame: (frame) => {
      if (frame.direction === 'out' && frame.messageType === errorType) count(frame.action, 'refused')
      handler.onFrame(frame)
    },
    onClose: handler.onClose.bind(handler),
    onFault: handler.onFault.bind(handler),
    onOutcome,
  }
}

/** Adds a gauge that is read when somebody looks; what fails is not shown, and the last value stays. */
export function gauge(
  metrics: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [metrics],
    async collect() {
      const value = await read()
      if (value !== undefined) this.set(value)
    },
  })
}
