import { Button, type ButtonProps, Menu } from '@mantine/core'
import { type SheetFormat, sheetFormats } from '@stationmaster/contract'
import { useTranslation } from 'react-i18next'
import { IconDownload } from '../pictures/icons.ts'

interface FormatMenuProps extends Pick<ButtonProps, 'size' | 'loading'> {
  opened?: boolean
  disabled?: boolean
  onChoose: (kind: SheetFormat) => void
}

/** The button of a download, with the formats below it. */
export function FormatMenu({ opened = false, disabled = false, onChoose, ...rest }: FormatMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" defaultOpened={opened}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          disabled={disabled}
          {...rest}
        >
          {t('files.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sheetFormats.map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose(kind)}>
            {t(`files.formats.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
