import { ActionIcon, Box, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconMoon, IconSun } from '../pictures/icons.ts'

/** Switches between the light and the dark theme. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      onClick={() => setColorScheme(other)}
      aria-label={`${t('layout.theme')}: ${t(`layout.themes.${other}`)}`}
    >
      <Box component={IconMoon} size={18} stroke={1.75} darkHidden />
      <Box component={IconSun} size={18} stroke={1.75} lightHidden />
    </ActionIcon>
  )
}
