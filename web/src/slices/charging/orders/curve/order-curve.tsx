import { useElementSize } from '@mantine/hooks'
import type { OrderDetails } from '@stationmaster/contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { network } from '../../../../api/network.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { smoothPath } from '../../../../ui/charts/chart-path.ts'
import {
  CrosshairCard,
  CrosshairDrawing,
  CrosshairLine,
  useCrosshair,
} from '../../../../ui/charts/crosshair-drawing.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import type { Line } from '../details/chronology/chronology.ts'
import { type EntryWords, useEntryWords } from '../details/chronology/entry-words.ts'
import { type Band, type BandName, bandsOf, nearest, timeTicks } from './bands.ts'
import { type Curve, type CurvePoint, curveOf } from './curve.ts'
import classes from './order-curve.module.css'

const edge = { left: 8, right: 8 }
/** px that a time label needs */
const labelWidth = 64
/** px of the chart's own menu, above its right end */
const menuWidth = 32
/** px around the crosshair within which events are shown beside it */
const markReach = 6

/** Power, battery and cost of a session over time, with its limits and events; nothing where too little was reported. */
export function OrderCurve({ order, logs }: { order: OrderDetails; logs: readonly Line[] }) {
  const curve = useMemo(() => curveOf(order, logs), [order, logs])
  return curve && <CurveChart curve={curve} order={order} />
}

interface PanelProps {
  order: OrderDetails
  logs: readonly Line[]
  /** the decision about the session */
  children?: ReactNode
}

/** The same as a part of the order's page. */
export function OrderCurvePanel({ order, logs, children }: PanelProps) {
  const { t } = useTranslation()
  return order.transaction_start ? (
    <Panel title={t('order.curve.title')}>
      {children}
      <OrderCurve order={order} logs={logs} />
    </Panel>
  ) : null
}

function CurveChart({ curve, order }: { curve: Curve; order: OrderDetails }) {
  const { t } = useTranslation()
  const { ref, width } = useElementSize<HTMLElement>()
  const words = useEntryWords()
  const say = useSayings()
  const { points, marks } = curve
  const crosshair = useCrosshair(points.length)
  const { chosen } = crosshair
  const { bands, height } = bandsOf(points, {
    powerW: order.connector_power * 1000,
    soc: order.limit_percents,
    costMinor: order.limit_amount,
  })
  // a curve has at least two points
  const [from, to] = [points[0]!.at, points.at(-1)!.at]
  const inner = width - edge.left - edge.right
  const x = (at: number) => edge.left + ((at - from) / Math.max(1, to - from)) * inner
  const point = chosen === null ? undefined : points[chosen]
  const eventsNear = (one: CurvePoint) =>
    marks.filter(({ at }) => Math.abs(x(at) - x(one.at)) <= markReach).map(({ line }) => words(line, order))
  const title = t('order.curve.title')
  if (bands.length === 0) return null
  const names = bands.map(({ name }) => name)
  const lines = { top: bands[0]?.top ?? 0, bottom: height - 20 }
  return (
    <ChartFrame title={title} table={say.table(points, names)}>
      <figure className={classes.curve} ref={ref} aria-label={title} style={{ height }}>
        {inner > 0 && (
          <CrosshairDrawing
            title={title}
            height={height}
            crosshair={crosshair}
            indexAt={(at) => nearest(points, from + ((at - edge.left) / inner) * (to - from))}
          >
            {bands.map((band) => (
              <BandDrawing key={band.name} band={band} x={x} right={width - edge.right} />
            ))}
            <TimeAxis from={from} to={to} x={x} width={width} y={height - 6} />
            <Marks marks={marks} order={order} x={x} {...lines} />
            {point && (
              <>
                <CrosshairLine x={x(point.at)} {...lines} />
                {bands.map((band) => (
                  <Dot key={band.name} band={band} point={point} x={x(point.at)} />
                ))}
              </>
            )}
          </CrosshairDrawing>
        )}
        {point && (
          <CrosshairCard x={x(point.at)} top={8} width={width}>
            <PointFacts point={point} names={names} events={eventsNear(point)} />
          </CrosshairCard>
        )}
      </figure>
      {marks.length > 0 && <Events marks={marks} order={order} />}
    </ChartFrame>
  )
}

interface MarksProps {
  marks: Curve['marks']
  order: OrderDetails
  x: (at: number) => number
  /** px */
  top: number
  bottom: number
}

/** A line for each event, in its colour. */
function Marks({ marks, order, x, top, bottom }: MarksProps) {
  const words = useEntryWords()
  return marks.map(({ at, line }) => (
    <path
      key={`${at} ${line.event}`}
      className={classes.mark}
      data-tone={words(line, order).tone}
      d={`M${x(at)} ${top}V${bottom}`}
    />
  ))
}

interface TimeAxisProps {
  from: number
  to: number
  x: (at: number) => number
  width: number
  /** px of the labels' base line */
  y: number
}

/** The times below the bands, as many as there is room for. */
function TimeAxis({ from, to, x, width, y }: TimeAxisProps) {
  const say = useSayings()
  return timeTicks(from, to, (x(to) - x(from)) / labelWidth).map((at) => (
    <text key={at} className={classes.tick} x={inside(x(at), width)} y={y} textAnchor="middle">
      {say.tick(at, to - from)}
    </text>
  ))
}

interface PointFactsProps {
  point: CurvePoint
  names: readonly BandName[]
  /** what happened near it */
  events: readonly EntryWords[]
}

/** The values of a point of the curve, and the events near it. */
function PointFacts({ point, names, events }: PointFactsProps) {
  const say = useSayings()
  return (
    <>
      <span className={classes.quiet}>{say.moment(point.at)}</span>
      {names.map((name) => (
        <strong key={name}>{say.exact(name, point)}</strong>
      ))}
      <span>{say.energy(point)}</span>
      {events.map((event) => (
        <span key={say.event(event)} className={classes.quiet}>
          {say.event(event)}
        </span>
      ))}
    </>
  )
}

function Events({ marks, order }: { marks: Curve['marks']; order: OrderDetails }) {
  const { t } = useTranslation()
  const words = useEntryWords()
  const say = useSayings()
  return (
    <ol className={classes.events} aria-label={t('order.curve.events')}>
      {marks.slice(0, eventsMost).map(({ at, line }) => (
        <li key={`${at} ${line.event}`} data-tone={words(line, order).tone}>
          <span className={classes.quiet}>{say.moment(at)}</span> {say.event(words(line, order))}
        </li>
      ))}
    </ol>
  )
}

/** This many events are listed below the chart; the chronology shows all of them. */
const eventsMost = 4

/** Keeps a time label within the drawing. */
const inside = (at: number, width: number) => Math.min(width - 26, Math.max(26, at))

const yOf = ({ top, bottom, most }: Band, value: number) => bottom - (value / most) * (bottom - top)

function BandDrawing({ band, x, right }: { band: Band; x: (at: number) => number; right: number }) {
  const say = useSayings()
  const { name, top, bottom, limit, values } = band
  const path = smoothPath(values.map(({ at, value }) => ({ x: x(at), y: yOf(band, value) })))
  // a band has at least two values
  const start = x(values[0]!.at)
  return (
    <g data-band={name}>
      <path className={classes.line} d={`M${edge.left} ${bottom}H${right}`} />
      <path className={classes.area} d={`${path}V${bottom}H${start}Z`} />
      <path className={classes.value} d={path} />
      {limit !== null && (
        <>
          <path className={classes.limit} d={`M${edge.left} ${yOf(band, limit)}H${right}`} />
          <text className={classes.tick} x={right - menuWidth} y={yOf(band, limit) - 4} textAnchor="end">
            {say.limit(name, limit)}
          </text>
        </>
      )}
      <text className={classes.name} x={edge.left} y={top - 6}>
        {say.head(name)}
      </text>
    </g>
  )
}

function Dot({ band, point, x }: { band: Band; point: CurvePoint; x: number }) {
  const here = band.values.find(({ at }) => at === point.at)
  return here ? (
    <circle data-band={band.name} className={classes.dot} cx={x} cy={yOf(band, here.value)} r={4} />
  ) : null
}

/** The curve as text and numbers in the shown language. */
function useSayings() {
  const { t } = useTranslation()
  const format = useFormat()
  const shortMs = 600_000
  const value = (name: BandName, { powerW, soc, costMinor }: CurvePoint): number | null => {
    if (name === 'power') return powerW === null ? null : powerW / 1000
    return name === 'soc' ? soc : costMinor === null ? null : costMinor / 100
  }
  const said = (name: BandName, n: number): string => {
    if (name === 'cost') return format.money(Math.round(n * 100))
    return name === 'power' ? `${format.number(n, 1)} ${t('units.kw')}` : `${format.number(n, 0)} %`
  }
  const head = (name: BandName) => t(`order.curve.${name}`, { currency: network.currencySign })
  const moment = (at: number) => format.when(new Date(at), 'timeSeconds')
  return {
    head,
    moment,
    tick: (at: number, spanMs: number) =>
      format.when(new Date(at), spanMs < shortMs ? 'timeSeconds' : 'time'),
    table: (points: readonly CurvePoint[], names: readonly BandName[]) => ({
      head: [t('order.curve.time'), t('order.curve.energy'), ...names.map(head)],
      rows: points.map((one) => [
        moment(one.at),
        one.energyWh / 1000,
        ...names.map((name) => value(name, one) ?? ''),
      ]),
    }),
    exact: (name: BandName, point: CurvePoint) => {
      const n = value(name, point)
      return n === null ? null : said(name, n)
    },
    energy: ({ energyWh }: CurvePoint) => `${format.number(energyWh / 1000, 3)} ${t('units.kwh')}`,
    limit: (name: BandName, n: number) =>
      t(name === 'power' ? 'order.curve.most' : 'order.curve.limit', {
        value: said(name, name === 'soc' ? n : name === 'power' ? n / 1000 : n / 100),
      }),
    event: ({ title, facts }: EntryWords) => [title, ...facts].join(' · '),
  }
}
