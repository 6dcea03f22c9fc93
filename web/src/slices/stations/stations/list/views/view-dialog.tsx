import { Checkbox, TextInput } from '@mantine/core'
import { contract, type SavedView, savedViewBody } from '@stationmaster/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '../../../../../api/calls/request.ts'
import { useManager } from '../../../../../api/session.ts'
import { useChange } from '../../../../../api/use-change.ts'
import { FormDialog } from '../../../../../ui/forms/form-dialog.tsx'
import { useCheckedForm } from '../../../../../ui/forms/use-checked-form.ts'
import { keptOf, type StationSearch } from '../../choosing/filters.ts'
import { useViewsChanged } from './view-queries.ts'

interface ViewDialogProps {
  /** what the list shows now */
  search: StationSearch
  /** the view that is changed; undefined: a new one */
  view?: SavedView | undefined
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** Saves the list's filters, order and columns under a name. */
export function ViewDialog({ search, view, onSaved, onClose }: ViewDialogProps) {
  const { t } = useTranslation()
  const changed = useViewsChanged()
  const administers = useManager()?.role === 'administrator'
  const [asShown, setAsShown] = useState(true)
  const form = useCheckedForm(savedViewBody, {
    name: view?.name ?? '',
    shared: view?.shared ?? false,
    opens: view?.opens ?? false,
    ...keptOf(search),
  })
  const before = view && { choice: view.choice, order_by: view.order_by, columns: view.columns }
  const change = useChange({
    mutationFn: (body: NonNullable<typeof form.data>, idempotency) =>
      view
        ? request(contract.savedViews.change, { params: { id: view.id }, body, idempotency })
        : request(contract.savedViews.add, { body, idempotency }),
    onSuccess: (saved) => {
      onSaved(saved)
      onClose()
    },
    onSettled: changed,
  })
  return (
    <FormDialog
      title={t(view ? 'stations.views.change' : 'stations.views.add')}
      action={t('stations.views.save')}
      body={form.data && { ...form.data, ...(asShown ? {} : before) }}
      change={change}
      onClose={onClose}
    >
      <TextInput label={t('stations.views.name')} data-autofocus maxLength={60} {...form.text('name')} />
      {view && (
        <Checkbox
          label={t('stations.views.asShown')}
          checked={asShown}
          onChange={(event) => setAsShown(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={t('stations.views.opens')}
        checked={form.values.opens}
        onChange={(event) => form.change({ opens: event.currentTarget.checked })}
      />
      {administers && (
        <Checkbox
          label={t('stations.views.shared')}
          checked={form.values.shared}
          onChange={(event) => form.change({ shared: event.currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}
