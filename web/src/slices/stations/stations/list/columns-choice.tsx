import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import type { StationColumn } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useManager } from '../../../../api/session.ts'
import { IconColumns3 } from '../../../../ui/pictures/icons.ts'
import classes from './columns-choice.module.css'
import { offeredTo } from './shown-columns.ts'

interface ColumnsChoiceProps {
  shown: readonly StationColumn[]
  /** undefined: the usual ones */
  chosen: readonly StationColumn[] | undefined
  onChange: (columns: StationColumn[] | undefined) => void
}

/** Which columns the station list has. */
export function ColumnsChoice({ shown, chosen, onChange }: ColumnsChoiceProps) {
  const { t } = useTranslation()
  const role = useManager()?.role
  const change = (values: string[]) => {
    const columns = offeredTo(role).filter((column) => values.includes(column))
    onChange(columns.length > 0 ? columns : undefined)
  }
  return (
    <Popover position="bottom-end" width={230} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button!}
          leftSection={<IconColumns3 size={16} stroke={1.75} />}
        >
          {t('stations.columns.choose')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group value={[...shown]} onChange={change} aria-label={t('stations.columns.choose')}>
          <Stack gap={10}>
            {offeredTo(role).map((column) => (
              <Checkbox key={column} value={column} label={t(`stations.columns.${column}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {chosen && (
          <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => onChange(undefined)}>
            {t('stations.columns.usual')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
