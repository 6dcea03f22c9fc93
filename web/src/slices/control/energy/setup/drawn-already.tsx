import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../../ui/frame/panel.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'

/** In place of the steps where a wiring exists: they would replace it by one fuse. */
export function DrawnAlready({ locationId }: { locationId: number }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('energy.setup.title')}>
      <EmptyState
        drawing="plug"
        title={t('energy.setup.drawn')}
        text={t('energy.setup.drawnHint')}
        action={<EditButton locationId={locationId} />}
      />
    </Panel>
  )
}

/** Leads to the wiring that is saved. */
export function EditButton({ locationId }: { locationId: number }) {
  const { t } = useTranslation()
  const params = { locationId: String(locationId) }
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/locations/$locationId/energy/edit" params={params} />}
    >
      {t('energy.edit')}
    </Button>
  )
}
