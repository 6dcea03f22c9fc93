import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../api/session.ts'
import { IconPlus } from '../../../ui/pictures/icons.ts'

/** Link to the add-station wizard of a location; nothing for people who may not add stations. */
export function AddStationLink({ locationId }: { locationId: string }) {
  const { t } = useTranslation()
  const role = useManager()?.role
  if (role !== 'administrator' && role !== 'manager') return null
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} to="/locations/$locationId/stations/add" params={{ locationId }} />
      )}
      leftSection={<IconPlus size={16} stroke={1.75} />}
    >
      {t('wizard.open')}
    </Button>
  )
}
