import { ActionIcon, Button, type ButtonProps, Menu, Tooltip } from '@mantine/core'
import { type CsvFormat, csvFormats } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { useLostSince } from '../../api/live/contact.ts'
import { IconDownload } from '../pictures/icons.ts'

interface Props {
  label: string
  loading?: boolean
  onChoose: (format: CsvFormat) => void
}

/** The choice between the two ways to write a CSV file. */
function Formats({ onChoose }: Pick<Props, 'onChoose'>) {
  const { t } = useTranslation()
  return (
    <Menu.Dropdown>
      {csvFormats.map((format) => (
        <Menu.Item key={format} onClick={() => onChoose(format)}>
          {t(`files.formats.${format}`)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  )
}

/** Downloads a table as CSV, for programs or for spreadsheets that are set to decimal commas; disabled while there is no contact with the server. */
export function CsvMenu({ label, loading = false, onChoose, ...rest }: Props & Pick<ButtonProps, 'size'>) {
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
      <Formats onChoose={onChoose} />
    </Menu>
  )
}

/** The same menu behind an icon with a tooltip; after a failure the tooltip says why. */
export function CsvIconMenu({ label, loading = false, bad = false, onChoose }: Props & { bad?: boolean }) {
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
      <Formats onChoose={onChoose} />
    </Menu>
  )
}
