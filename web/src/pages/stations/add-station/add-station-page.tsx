import type { Station, StationModel } from '@stationmaster/contract'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { locationQuery } from '../../../slices/places/locations/location-query.ts'
import { LabelsButton } from '../../../slices/public/labels/labels-button.tsx'
import { ConfirmStep } from '../../../slices/stations/stations/adding/confirm-step.tsx'
import { ConnectStep } from '../../../slices/stations/stations/adding/connect-step.tsx'
import { shownPasswords, useWizardMemory } from '../../../slices/stations/stations/adding/wizard-memory.ts'
import type { OwnModel } from '../../../slices/stations/stations/models/model-cards.tsx'
import { draftOf, emptyDraft } from '../../../slices/stations/stations/models/model-draft.ts'
import { ModelForm } from '../../../slices/stations/stations/models/model-form.tsx'
import { roomQuery } from '../../../slices/stations/stations/monetize/room-query.ts'
import { PageHeader } from '../../../ui/frame/page-header.tsx'
import classes from './add-station-page.module.css'
import { ModelStep } from './model-step.tsx'
import { StepTrail } from './step-trail.tsx'
import { shownStep, stepBefore, type WizardStep } from './steps.ts'

const route = getRouteApi('/app/locations/$locationId/stations/add')

/** The add-station wizard of a location: model, confirmation, connection. */
export function AddStationPage() {
  const { locationId } = route.useParams()
  const id = Number(locationId)
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  // loaded before its step is shown, which says so before the price
  usePrefetchQuery(roomQuery(id))
  const { memory, remember } = useWizardMemory(id)
  const { step, go, search } = useStep(memory)
  const { draft, setDraft, changed, begin } = useDraft()
  const leave = () => void navigate({ to: '/locations/$locationId/stations', params: { locationId } })
  const choose = (model: StationModel) => {
    remember({ model })
    go(99)
  }
  const describe = (model: OwnModel | null) => {
    begin(model)
    go(1)
  }
  const added = (station: Station, password: string) => {
    shownPasswords.set(station.id, password)
    remember({ stationId: station.id })
    go(3, true)
  }
  const before = stepBefore(step)
  return (
    <div className={classes.page}>
      <Head locationId={id} step={step} onBack={() => (before === null ? leave() : go(before))} />
      {step === 0 && (
        <ModelStep
          search={q}
          onSearch={search}
          onCreate={() => describe(null)}
          onChange={describe}
          onChoose={choose}
        />
      )}
      {step === 1 && (
        <ModelForm
          draft={draft}
          id={changed}
          onChange={setDraft}
          onSaved={(model) => (changed === undefined ? choose(model) : go(0))}
        />
      )}
      {step === 99 && memory.model && <ConfirmStep locationId={id} model={memory.model} onAdded={added} />}
      {step === 3 && memory.stationId && (
        <Connect
          stationId={memory.stationId}
          onAside={() => remember({ stationId: null })}
          onLeave={leave}
          onAnother={() => go(memory.model ? 99 : 0)}
        />
      )}
    </div>
  )
}

interface HeadProps {
  locationId: number
  step: WizardStep
  onBack: () => void
}

/** Where the station will stand, and how far its wizard is; from the last step nothing leads back. */
function Head({ locationId, step, onBack }: HeadProps) {
  const { t } = useTranslation()
  const location = useQuery(locationQuery(locationId))
  return (
    <>
      <PageHeader
        title={t('wizard.title')}
        facts={location.data?.name ?? ' '}
        {...(step !== 3 && { onBack })}
      />
      <StepTrail step={step} />
    </>
  )
}

/** The model that is described: a new one, or one of the person's own that is changed. */
function useDraft() {
  const [draft, setDraft] = useState(emptyDraft)
  const [changed, setChanged] = useState<number>()
  const begin = (model: OwnModel | null) => {
    if (model || changed !== undefined) setDraft(model ? draftOf(model) : emptyDraft)
    setChanged(model?.id)
  }
  return { draft, setDraft, changed, begin }
}

/** The shown step, which the URL names, and the way to another. */
function useStep(memory: ReturnType<typeof useWizardMemory>['memory']) {
  const { step: requested = 0, q } = route.useSearch()
  const navigate = route.useNavigate()
  const step = shownStep(requested, memory)
  const go = (to: WizardStep, replace = false) =>
    void navigate({ search: { step: to || undefined, q: to === 0 ? q : undefined }, replace })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL says so when a held station opens the last step
  useEffect(() => {
    if (step === 3 && requested !== 3) go(3, true)
  }, [step, requested])
  const search = (text: string) =>
    void navigate({ search: { q: text || undefined }, replace: true, resetScroll: false })
  return { step, go, search }
}

interface ConnectProps {
  stationId: string
  /** the wizard is done with the station */
  onAside: () => void
  onLeave: () => void
  onAnother: () => void
}

/** The last step: the station connects, and then the wizard forgets it and its password. */
function Connect({ stationId, onAside, onLeave, onAnother }: ConnectProps) {
  const navigate = useNavigate()
  const putAside = () => {
    shownPasswords.forget(stationId)
    onAside()
  }
  const putAsideAnd = (then: () => void) => () => {
    putAside()
    then()
  }
  return (
    <ConnectStep
      key={stationId}
      stationId={stationId}
      more={<LabelsButton selection={{ of: 'stations', ids: [stationId] }} />}
      onMissing={putAside}
      onDone={putAsideAnd(onLeave)}
      onOpen={putAsideAnd(
        () => void navigate({ to: '/charge-points/$stationId/information', params: { stationId } }),
      )}
      onAnother={putAsideAnd(onAnother)}
    />
  )
}
