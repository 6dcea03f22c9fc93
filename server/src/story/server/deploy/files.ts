import { parse, parseAllDocuments } from 'yaml'
import { readText } from './metric-names.ts'

type Values = Record<string, string>

/** A process of ours as a file of `deploy/` runs it. */
export interface Deployed {
  place: string
  args: string[]
  env: Values
  /** how long it may take to end, in seconds; null: it ends by itself */
  graceSeconds: number | null
  /** how long it is left alone before it gets the signal, in seconds */
  beforeSeconds: number
}

/** What a person fills in, as in a network of theirs. */
const secrets: Values = {
  DATABASE_URL: 'postgres://stationmaster:secret@database/stationmaster',
  NATS_URL: 'nats://token@nats:4222',
  SECRET_KEY: 'x'.repeat(48),
  FILES_URL: 's3://files.example/files',
  FILES_ACCESS_KEY: 'key',
  FILES_SECRET_KEY: 'secret',
  SMTP_URL: 'smtp://mail.example',
  PUBLIC_URL: 'https://csms.example',
  POSTGRES_PASSWORD: 'secret',
  NATS_TOKEN: 'token',
}
const filledIn = (text: string) => text.replace(/\$\{(\w+):\?\}/g, (_, name: string) => secrets[name] ?? '')

interface Compose {
  services: Record<
    string,
    { command?: string[]; environment?: Values; stop_grace_period?: string; restart?: string; image: string }
  >
}

function ofCompose(): Deployed[] {
  const { services } = parse(readText('deploy/compose.yaml'), { merge: true }) as Compose
  return Object.entries(services)
    .filter(([, { image }]) => image === 'stationmaster')
    .map(([name, { command = [], environment = {}, stop_grace_period: grace, restart }]) => ({
      place: `compose.yaml ${name}`,
      args: command,
      env: Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filledIn(value)])),
      graceSeconds: restart === 'no' ? null : Number.parseInt(grace ?? '10', 10),
      beforeSeconds: 0,
    }))
}

interface Container {
  args: string[]
  env?: { name: string }[]
  lifecycle?: { preStop: { sleep: { seconds: number } } }
}
interface Manifest {
  kind: string
  data?: Values
  spec?: { template?: { spec: { containers: Container[]; terminationGracePeriodSeconds?: number } } }
}

export const manifests = (): Manifest[] =>
  parseAllDocuments(readText('deploy/kubernetes/stationmaster.yaml')).map((one) => one.toJS() as Manifest)

function ofKubernetes(): Deployed[] {
  const all = manifests()
  const settings = all.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  return all.flatMap(({ kind, spec }) =>
    (spec?.template?.spec.containers ?? []).map(({ args, env = [], lifecycle }) => ({
      place: `stationmaster.yaml ${kind}`,
      args,
      env: { ...secrets, ...settings, ...Object.fromEntries(env.map(({ name }) => [name, 'pod-1'])) },
      graceSeconds: kind === 'Job' ? null : (spec?.template?.spec.terminationGracePeriodSeconds ?? 30),
      beforeSeconds: lifecycle?.preStop.sleep.seconds ?? 0,
    })),
  )
}

function ofSystemd(name: string): Deployed {
  const text = readText(`deploy/systemd/${name}`).replaceAll('%i', 'one')
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(text) ?? []
  const given = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) => pairs!.split(' '))
  const [, grace] = /^TimeoutStopSec=(\d+)$/m.exec(text) ?? []
  return {
    place: name,
    args: command
      .split(' ')
      .slice(1)
      .filter((arg) => !arg.startsWith('--max')),
    env: { ...secrets, ...Object.fromEntries(given.map((pair) => pair.split('=') as [string, string])) },
    graceSeconds: grace ? Number(grace) : null,
    beforeSeconds: 0,
  }
}

export const deployed = (): Deployed[] => [
  ...ofCompose(),
  ...ofKubernetes(),
  ofSystemd('stationmaster@.service'),
  ofSystemd('stationmaster-migrate.service'),
]

/** What the last stage of the Containerfile takes from others, what it sets, and what it runs. */
export function container() {
  const text = readText('deploy/Containerfile').replace(/\\\n\s*/g, '')
  const [stage = ''] = text.split(/^FROM /m).slice(-1)
  const copies = [...stage.matchAll(/^COPY --from=(\w+) \/app\/(\S+) (\S+)$/gm)].map(
    ([, from, path, to]) => ({
      from: from!,
      path: path!,
      to: to!.endsWith('/') ? `${to === './' ? '' : to}${path!.split('/').at(-1)}` : to!,
    }),
  )
  const listOf = (word: string) =>
    JSON.parse(new RegExp(`^${word} (.*)$`, 'm').exec(stage)?.[1] ?? '[]') as string[]
  const env = Object.fromEntries(
    (/^ENV (.*)$/m.exec(stage)?.[1] ?? '').split(/\s+/).map((pair) => pair.split('=') as [string, string]),
  )
  return { stage, copies, env, entrypoint: listOf('ENTRYPOINT'), command: listOf('CMD') }
}
