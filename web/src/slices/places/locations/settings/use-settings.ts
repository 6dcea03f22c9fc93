import { contract, type Location, type LocationChanges } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../api/calls/api-error.ts'
import { request } from '../../../../api/calls/request.ts'
import { useChange } from '../../../../api/use-change.ts'
import { useFreeConsent } from '../../../../ui/forms/free-consent.tsx'
import { useFields } from '../../../../ui/forms/use-fields.ts'
import { locationQuery } from '../location-query.ts'
import type { Owner } from '../owner-picker.tsx'
import { ownerLabel } from '../owners.ts'
import { faultOf, type Hours, hoursOf, periodsOf } from './hours.ts'
import { startsForAll } from './hours-editor.tsx'
import { changeOf, faultsOf, rebased, type SettingsField, valuesOf } from './settings-values.ts'

const ownerOf = (location: Location): Owner | null =>
  location.owner_id === null ? null : { id: location.owner_id, label: ownerLabel(location) }

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const shownHours = ({ opening_hours }: Location): { hours: Hours; forAll: boolean } => {
  const hours = hoursOf(opening_hours)
  return { hours, forAll: startsForAll(hours) }
}

/** The typed values of a location, beside those that were saved last. */
function useDraft(start: Location) {
  const [base, setBase] = useState(start)
  const [values, setValues] = useState(valuesOf(start))
  const [owner, setOwner] = useState(ownerOf(start))
  const [opening, setOpening] = useState(shownHours(start))

  const change = changeOf(valuesOf(base), values)
  const hoursChanged = !equal(periodsOf(opening.hours), periodsOf(hoursOf(base.opening_hours)))
  const dirty = Object.keys(change).length > 0 || hoursChanged

  // nothing was typed, so the values that somebody else has saved are shown
  useEffect(() => {
    if (dirty || start.version <= base.version) return
    setBase(start)
    setValues(valuesOf(start))
    setOwner(ownerOf(start))
    setOpening(shownHours(start))
  }, [dirty, start, base.version])

  /** Puts the typed values on top of those that somebody else has saved. */
  const rebase = (fresh: Location) => {
    const next = rebased(valuesOf(base), values, valuesOf(fresh))
    if (next.owner_id === fresh.owner_id) setOwner(ownerOf(fresh))
    if (!hoursChanged) setOpening(shownHours(fresh))
    setValues(next)
    setBase(fresh)
  }
  return {
    base,
    setBase,
    values,
    setValues,
    owner,
    setOwner,
    opening,
    setOpening,
    change,
    hoursChanged,
    dirty,
    rebase,
  }
}

/** Saves what was typed, or says what somebody else has changed meanwhile. */
function useSaving(draft: ReturnType<typeof useDraft>, onSaved: () => void) {
  const client = useQueryClient()
  const [meanwhile, setMeanwhile] = useState<LocationChanges>([])
  const { base, change } = draft
  const { agree, dialog } = useFreeConsent()
  const params = { id: base.id }
  const share = (location: Location) => client.setQueryData(locationQuery(location.id).queryKey, location)
  const keep = (location: Location) => {
    share(location)
    draft.setBase(location)
  }
  const save = useChange({
    mutationFn: async () => {
      let { version } = base
      if (Object.keys(change).length > 0) {
        const body = { ...change, version }
        const saved = await agree((free_stations) =>
          request(contract.locations.change, { params, body: { ...body, free_stations } }),
        )
        version = saved.version
        // the values in the database are saved now, even if the hours are refused
        keep(saved)
        draft.setValues(valuesOf(saved))
      }
      if (draft.hoursChanged) {
        const body = periodsOf(draft.opening.hours) ?? []
        keep(await request(contract.locations.setOpeningHours, { params, query: { version }, body }))
      }
    },
    onSuccess: () => {
      setMeanwhile([])
      onSaved()
      void client.invalidateQueries({ queryKey: ['locations'] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'location.changed')
        setMeanwhile(error.details as LocationChanges)
    },
  })
  const reload = useChange({
    mutationFn: () => request(contract.locations.get, { params }),
    onSuccess: (fresh) => {
      draft.rebase(fresh)
      share(fresh)
      setMeanwhile([])
      save.reset()
    },
  })
  return { save, reload, meanwhile, dialog }
}

/** The state of a location's settings form: the saved values, the typed values, and the result of saving. */
export function useSettings(start: Location) {
  const { t } = useTranslation()
  const draft = useDraft(start)
  const { values, setValues, opening, change } = draft
  const faults = faultsOf(values)
  const wordsOf = (field: SettingsField) =>
    faults[field] && t(faults[field] === 'required' ? 'common.required' : 'locations.invalid')
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part })
  const fields = useFields({ values, onChange: set, faultOf: wordsOf })
  /** Shown once a field was touched, or was changed to an invalid value. */
  const errorOf = (field: SettingsField) => (field in change ? wordsOf(field) : fields.checked(field).error)
  const { save, reload, meanwhile, dialog } = useSaving(draft, fields.untouch)
  return {
    values,
    owner: draft.owner,
    ...opening,
    dirty: draft.dirty,
    valid: Object.keys(faults).length === 0 && (opening.hours.always || faultOf(opening.hours) === undefined),
    meanwhile,
    /** the dialog that asks before stations become free of charge */
    dialog,
    save,
    reload,
    set,
    setOwner: (next: Owner | null) => {
      draft.setOwner(next)
      setValues({ ...values, owner_id: next?.id ?? null })
    },
    setHours: (hours: Hours, forAll: boolean) => draft.setOpening({ hours, forAll }),
    errorOf,
    text: (field: SettingsField) => ({ ...fields.text(field), error: errorOf(field) }),
  }
}
