import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { IconBolt, IconChevronDown, IconChevronRight } from '../../../../ui/pictures/icons.ts'
import { useEnergyWords } from '../use-energy-words.ts'
import { type CircuitNode, loadsOf, outletsBelow, type ViewCircuit } from './circuits.ts'
import { OutletTile } from './outlet-tile.tsx'
import { PhaseBars } from './phase-bars.tsx'
import classes from './site-tree.module.css'

interface TreeProps {
  nodes: readonly CircuitNode[]
  circuits: readonly ViewCircuit[]
  timeZone: string
  orderLink: (id: number) => ReactNode
}

/** The wiring as a picture that is a list: circuits hang at what feeds them, and EVSEs at their circuits. */
export function SiteTree({ nodes, ...rest }: TreeProps) {
  const { t } = useTranslation()
  return (
    <ul className={classes.tree} aria-label={t('energy.tree')}>
      {nodes.map((node) => (
        <Branch key={node.circuit.id} node={node} {...rest} />
      ))}
    </ul>
  )
}

type BranchProps = Omit<TreeProps, 'nodes'> & { node: CircuitNode }

function Branch({ node, ...rest }: BranchProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const id = useId()
  const { circuit, outlets, children } = node
  const below = outletsBelow(node)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={classes.branch}>
      <div className={classes.circuit}>
        <div className={classes.words}>
          <div className={classes.head}>
            <IconBolt size={18} stroke={1.75} aria-hidden="true" />
            <span className={classes.name}>{circuit.name}</span>
          </div>
          <CircuitFacts circuit={circuit} timeZone={rest.timeZone} />
          {below > 0 && (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={`${circuit.name}: ${t('energy.evses', { count: below })}`}
              onClick={() => setOpen(!isOpen)}
            >
              <Chevron size={14} stroke={1.75} aria-hidden="true" />
              {t('energy.evses', { count: below })}
            </button>
          )}
        </div>
        <PhaseBars name={circuit.name} loads={loadsOf(node)} />
      </div>
      <div id={id} className={classes.below} hidden={!isOpen}>
        {outlets.length > 0 && (
          <ul className={classes.outlets} aria-label={t('energy.evsesAt', { name: circuit.name })}>
            {outlets.map((outlet) => (
              <OutletTile key={`${outlet.station_id} ${outlet.evse}`} outlet={outlet} {...rest} />
            ))}
          </ul>
        )}
        {children.length > 0 && (
          <ul className={classes.children}>
            {children.map((child) => (
              <Branch key={child.circuit.id} node={child} {...rest} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** What makes a circuit carry less than its fuse. */
function CircuitFacts({ circuit, timeZone }: { circuit: ViewCircuit; timeZone: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useEnergyWords()
  const { limited_by, limit_a, reserve_a, others_a, meter } = circuit
  const [others, reserve] = [Math.max(...others_a), Math.max(...reserve_a)]
  return (
    <>
      {limited_by && (
        <p className={classes.limited}>
          {t(limited_by.until ? 'energy.limitedUntil' : 'energy.limited', {
            a: words.amperes(Math.min(...limit_a)),
            name: limited_by.name || t(`energy.limitKind.${limited_by.kind}`),
            until: limited_by.until ? format.when(new Date(limited_by.until), 'dayTime', timeZone) : '',
          })}
        </p>
      )}
      {meter?.stale && (
        <p className={classes.limited}>
          {meter.at
            ? t('energy.meterSince', {
                time: format.when(new Date(meter.at), 'dayTime', timeZone),
                a: words.amperes(others),
              })
            : t('energy.meterNever', { a: words.amperes(others) })}
        </p>
      )}
      {(others > 0 || reserve > 0) && (
        <p className={classes.quiet}>
          {[
            others > 0 && !meter?.stale && t('energy.othersHere', { a: words.amperes(others) }),
            reserve > 0 && t('energy.reserveHere', { a: words.amperes(reserve) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
    </>
  )
}
