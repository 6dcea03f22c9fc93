import { Button, Checkbox, Skeleton } from '@mantine/core'
import type { Location } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../i18n/use-format.ts'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { SearchField } from '../../../../ui/tables/search-field.tsx'
import { addressLine } from '../address.ts'
import { byOwner, ownerLabel } from '../owners.ts'
import { allLocationsQuery } from './all-locations.ts'
import classes from './location-chooser.module.css'

interface LocationChooserProps {
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
  /** shown when there is no location to choose */
  emptyAction: ReactNode
}

type Line = { owner: string; ids: number[] } | { location: Location }

/** A long list of locations by owner, with a search, to choose any number of them. */
export function LocationChooser({ chosen, onChange, emptyAction }: LocationChooserProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(allLocationsQuery())
  const [search, setSearch] = useState('')
  const found = query.data?.filter((location) => matches(location, search))
  const set = (ids: number[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) on ? next.add(id) : next.delete(id)
    onChange(next)
  }
  const ids = found?.map(({ id }) => id) ?? []
  const allChosen = ids.length > 0 && ids.every((id) => chosen.has(id))
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div>
      <SearchField value={search} onSearch={setSearch} placeholder={t('locations.search')} />
      <div className={classes.head}>
        <span className={classes.count} role="status">
          {t('locations.chooser.chosen', { count: chosen.size, n: format.number(chosen.size) })}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={ids.length === 0}
          onClick={() => set(ids, !allChosen)}
        >
          {allChosen ? t('locations.chooser.none') : t('locations.chooser.all')}
        </Button>
      </div>
      {!found && ['one', 'two', 'three', 'four'].map((bone) => <Skeleton key={bone} height={20} my={12} />)}
      {found?.length === 0 && search && (
        <p className={classes.empty}>{t('locations.emptyFiltered', { search })}</p>
      )}
      {found?.length === 0 && !search && (
        <EmptyState drawing="plug" title={t('locations.empty')} action={emptyAction} />
      )}
      {found && found.length > 0 && <Lines lines={linesOf(found)} chosen={chosen} set={set} />}
    </div>
  )
}

interface LinesProps {
  lines: Line[]
  chosen: ReadonlySet<number>
  set: (ids: number[], on: boolean) => void
}

function Lines({ lines, chosen, set }: LinesProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    // the index is of a line
    estimateSize: (index) => ('owner' in lines[index]! ? 36 : 48),
    overscan: 12,
  })
  return (
    <fieldset className={classes.frame} aria-label={t('locations.chooser.label')}>
      <div ref={box} className={classes.box}>
        <div className={classes.inner} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            // the index is of a line
            const line = lines[index]!
            return (
              <div key={keyOf(line)} className={classes.line} style={{ transform: `translateY(${start}px)` }}>
                {'owner' in line ? (
                  <Checkbox
                    classNames={{ label: classes.owner! }}
                    label={line.owner || t('locations.noOwner')}
                    checked={line.ids.every((id) => chosen.has(id))}
                    indeterminate={
                      line.ids.some((id) => chosen.has(id)) && !line.ids.every((id) => chosen.has(id))
                    }
                    onChange={(event) => set(line.ids, event.currentTarget.checked)}
                  />
                ) : (
                  <Checkbox
                    className={classes.location!}
                    label={line.location.name}
                    description={addressLine(line.location)}
                    checked={chosen.has(line.location.id)}
                    onChange={(event) => set([line.location.id], event.currentTarget.checked)}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </fieldset>
  )
}

const keyOf = (line: Line) => ('owner' in line ? `owner ${line.owner}` : line.location.id)

const linesOf = (locations: Location[]): Line[] =>
  byOwner(locations).flatMap(({ owner, locations: owned }) => [
    { owner, ids: owned.map(({ id }) => id) },
    ...owned.map((location) => ({ location })),
  ])

function matches(location: Location, search: string): boolean {
  const text = [location.name, addressLine(location), location.country, ownerLabel(location)]
    .join(' ')
    .toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
