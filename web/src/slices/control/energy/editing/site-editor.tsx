import { Button, Select, Switch } from '@mantine/core'
import { type EnergySite, energyStrategies } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../../api/calls/api-error.ts'
import { ChangeButton } from '../../../../ui/buttons/change-button.tsx'
import { UnsavedGuard } from '../../../../ui/forms/unsaved-guard.tsx'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { bodyOf, draftOf, type SiteDraft, type Strategy } from '../drawing/draft.ts'
import { faultsOf } from '../drawing/faults.ts'
import type { ViewEvse } from '../drawing/guess.ts'
import { Refusal } from '../drawing/refusal.tsx'
import { useSaveSite } from '../energy-queries.ts'
import { Circuits } from './circuits.tsx'
import classes from './editing.module.css'
import { KeySection } from './key-section.tsx'
import { LimitRows } from './limit-rows.tsx'
import { OutletRows } from './outlet-rows.tsx'
import { ReductionFields } from './reduction-fields.tsx'
import { WeekFields } from './week-fields.tsx'

interface SiteEditorProps {
  locationId: number
  site: EnergySite
  evses: readonly ViewEvse[]
  /** reads what somebody else has saved meanwhile */
  onReload: () => void
  onSaved: () => void
  onClose: () => void
}

/** The wiring of a location to be changed, with what the server refuses at its place. */
export function SiteEditor({ locationId, site, evses, onReload, onSaved, onClose }: SiteEditorProps) {
  const { t } = useTranslation()
  const save = useSaveSite(locationId)
  const [draft, setDraft] = useState(() => draftOf(site, evses))
  const [version] = useState(site.version)
  const [isTouched, setTouched] = useState(false)
  const { body, faults: wrong } = bodyOf(draft, version)
  const faults = faultsOf(save.error)
  const change = (part: Partial<SiteDraft>) => {
    setTouched(true)
    setDraft((before) => ({ ...before, ...part }))
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (body) save.mutate(body, { onSuccess: onSaved })
      }}
    >
      <UnsavedGuard dirty={isTouched} />
      <Sharing draft={draft} onChange={change} />
      <Circuits draft={draft} faults={faults} wrong={wrong} onChange={change} />
      <Panel title={t('energy.outlet.title')} count={draft.outlets.length}>
        <OutletRows draft={draft} faults={faults} onChange={(outlets) => change({ outlets })} />
      </Panel>
      <Panel title={t('energy.timed.title')}>
        <LimitRows
          limits={draft.limits}
          circuits={draft.circuits}
          onChange={(limits) => change({ limits })}
        />
      </Panel>
      <ReductionFields
        reduction={draft.reduction}
        evses={draft.outlets.length}
        onChange={(reduction) => change({ reduction })}
      />
      <Panel title={t('energy.key.title')}>
        <KeySection locationId={locationId} hasKey={site.has_key} />
      </Panel>
      <div className={classes.foot}>
        {save.isError && <Refused error={save.error} onReload={onReload} />}
        {!body && <p className={classes.note}>{t('energy.incomplete')}</p>}
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ChangeButton type="submit" disabled={!body} loading={save.isPending}>
          {t('energy.save')}
        </ChangeButton>
      </div>
    </form>
  )
}

/** Why it was not saved; what somebody else has saved meanwhile can be loaded instead. */
function Refused({ error, onReload }: { error: unknown; onReload: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.refusal}>
      <Refusal error={error} />
      {codeOf(error) === 'energy.changed' && (
        <Button size="xs" variant="default" onClick={onReload}>
          {t('energy.reload')}
        </Button>
      )}
    </div>
  )
}

interface SharingProps {
  draft: SiteDraft
  onChange: (part: Partial<SiteDraft>) => void
}

/** Whether and how the current is shared out. */
function Sharing({ draft: { enabled, strategy, prices }, onChange }: SharingProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('energy.strategy.label')}>
      <div className={classes.others}>
        <Switch
          label={t('energy.enabled')}
          description={t('energy.enabledHint')}
          checked={enabled}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
        <Select
          className={classes.narrow!}
          aria-label={t('energy.strategy.label')}
          description={t(`energy.strategyHint.${strategy}`)}
          data={energyStrategies.map((value) => ({ value, label: t(`energy.strategy.${value}`) }))}
          value={strategy}
          onChange={(next) => next && onChange({ strategy: next as Strategy })}
          allowDeselect={false}
        />
        {strategy === 'cheapest' && <PriceFields prices={prices} onChange={onChange} />}
      </div>
    </Panel>
  )
}

/** What a kWh costs: as calls say, or by the hours of the week where they say nothing. */
function PriceFields({ prices, onChange }: { prices: SiteDraft['prices'] } & Pick<SharingProps, 'onChange'>) {
  const { t } = useTranslation()
  return (
    <>
      <Switch
        label={t('energy.prices.week')}
        description={t('energy.prices.weekHint')}
        checked={prices !== null}
        onChange={(event) =>
          onChange({ prices: event.currentTarget.checked ? { base: 0, windows: [] } : null })
        }
      />
      {prices && (
        <WeekFields
          week={prices}
          onChange={(next) => onChange({ prices: { base: next.base, windows: next.windows } })}
          labels={{ base: t('energy.prices.base'), value: t('energy.prices.value') }}
        />
      )}
    </>
  )
}
