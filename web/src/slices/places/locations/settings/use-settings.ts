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

/** The state of a location's settings form: the saved values, the typed values, and the result of saving. */
export function useSettings(start: Location) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [base, setBase] = useState(start)
  const [values, setValues] = useState(valuesOf(start))
  const [owner, setOwner] = useState(ownerOf(start))
  const [hours, setHours] = useState<Hours>(hoursOf(start.opening_hours))
  const [forAll, setForAll] = useState(startsForAll(hours))
  const [meanwhile, setMeanwhile] = useState<LocationChanges>([])

  const change = changeOf(valuesOf(base), values)
  const hoursChanged = !equal(periodsOf(hours), periodsOf(hoursOf(base.opening_hours)))
  const dirty = Object.keys(change).length > 0 || hoursChanged
  const faults = faultsOf(values)
  const wordsOf = (field: SettingsField) =>
    faults[field] && t(faults[field] === 'required' ? 'common.required' : 'locations.invalid')
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part })
  const fields = useFields({ values, onChange: set, faultOf: wordsOf })
  /** Shown once a field was touched, or was changed to an invalid value. */
  const errorOf = (field: SettingsField) => (field in change ? wordsOf(field) : fields.checked(field).error)
  const valid = Object.keys(faults).length === 0 && (hours.always || faultOf(hours) === undefined)

  const { agree, dialog } = useFreeConsent()
  const keep = (location: Location) => {
    client.setQueryData(locationQuery(location.id).queryKey, location)
    setBase(location)
  }
  const save = useChange({
    mutationFn: async () => {
      const params = { id: base.id }
      let { version } = base
      if (Object.keys(change).length > 0) {
        const body = { ...change, version }
        const saved = await agree((free_stations) =>
          request(contract.locations.change, { params, body: { ...body, free_stations } }),
        )
        version = saved.version
        // the values in the database are saved now, even if the hours are refused
        keep(saved)
        setValues(valuesOf(saved))
      }
      if (hoursChanged) {
        const body = periodsOf(hours) ?? []
        keep(await request(contract.locations.setOpeningHours, { params, query: { version }, body }))
      }
    },
    onSuccess: () => {
      setMeanwhile([])
      fields.untouch()
      void client.invalidateQueries({ queryKey: ['locations'] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'location.changed')
        setMeanwhile(error.details as LocationChanges)
    },
  })

  /** Puts the typed values on top of those that somebody else has saved. */
  const reload = useChange({
    mutationFn: () => request(contract.locations.get, { params: { id: base.id } }),
    onSuccess: (fresh) => {
      const next = rebased(valuesOf(base), values, valuesOf(fresh))
      if (next.owner_id === fresh.owner_id) setOwner(ownerOf(fresh))
      if (!hoursChanged) {
        const saved = hoursOf(fresh.opening_hours)
        setHours(saved)
        setForAll(startsForAll(saved))
      }
      setValues(next)
      keep(fresh)
      setMeanwhile([])
      save.reset()
    },
  })

  // nothing was typed, so the values that somebody else has saved are shown
  useEffect(() => {
    if (dirty || start.version <= base.version) return
    const saved = hoursOf(start.opening_hours)
    setBase(start)
    setValues(valuesOf(start))
    setOwner(ownerOf(start))
    setHours(saved)
    setForAll(startsForAll(saved))
  }, [dirty, start, base.version])

  return {
    values,
    owner,
    hours,
    forAll,
    dirty,
    valid,
    meanwhile,
    /** the dialog that asks before stations become free of charge */
    dialog,
    save,
    reload,
    set,
    setOwner: (next: Owner | null) => {
      setOwner(next)
      setValues({ ...values, owner_id: next?.id ?? null })
    },
    setHours: (next: Hours, all: boolean) => {
      setHours(next)
      setForAll(all)
    },
    errorOf,
    text: (field: SettingsField) => ({ ...fields.text(field), error: errorOf(field) }),
  }
}
