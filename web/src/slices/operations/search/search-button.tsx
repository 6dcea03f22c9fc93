import { UnstyledButton } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../../../ui/pictures/icons.ts'
import classes from './search-button.module.css'

/** Opens the command palette. */
export const openSearch = () => spotlight.open()

/** Looks like a search box and opens the command palette; Ctrl+K does the same everywhere. */
export function SearchButton() {
  const { t } = useTranslation()
  return (
    <UnstyledButton className={classes.button} onClick={openSearch} aria-keyshortcuts="Control+K">
      <IconSearch size={16} stroke={1.75} />
      <span className={classes.hint}>{t('search.placeholder')}</span>
      <kbd className={classes.key}>Ctrl K</kbd>
    </UnstyledButton>
  )
}
