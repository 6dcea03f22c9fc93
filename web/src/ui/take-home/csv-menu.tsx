import { ActionIcon, Button, type ButtonProps, Menu, Tooltip } from '@mantine/core'
import { type CsvFormat, csvFormats } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useLostSince } from '../../api/live/contact.ts'
import { IconDownload } from '../pictures/icons.ts'

interface Props {
  label: string
  loading?: boolean
  onTake: (format: CsvFormat) => void
}

/** The two ways in which a CSV file is written, to choose from. */
function Formats({ onTake }: Pick<Props, 'onTake'>) {
  const { t } = useTranslation()
  return (
    <Menu.Dropdown>
      {csvFormats.map((format) => (
        <Menu.Item key={format} onClick={() => onTake(format)}>
          {t(`files.formats.${format}`)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  )
}

/** Takes a table home as CSV, for programs or for spreadsheets that are set to decimal commas; it waits while the server is out of contact. */
export function CsvMenu({ label, loading = false, onTake, ...rest }: Props & Pick<ButtonProps, 'size'>) {
  const { t } = useTranslation()
  const lost = useLostSince() !== null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          loading={loading}
          disabled={lost}
          title={lost ? t('common.contact.waits') : undefined}
          {...rest}
        >
          {label}
        </Button>
      </Menu.Target>
      <Formats onTake={onTake} />
    </Menu>
  )
}

/** The same as an icon whose label is shown beside it; where it failed, the label says why. */
export function CsvIconMenu({ label, loading = false, bad = false, onTake }: Props & { bad?: boolean }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={label}
            loading={loading}
            {...(bad ? { c: 'var(--sm-bad-text)' } : {})}
          >
            <IconDownload size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Formats onTake={onTake} />
    </Menu>
  )
}
