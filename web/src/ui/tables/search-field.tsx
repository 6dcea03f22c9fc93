import { Button, CloseButton, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../pictures/icons.ts'
import classes from './search-field.module.css'

/** Typing settles for this long before a search starts (domain.md#screens). */
const debounceMs = 500

interface SearchFieldProps {
  value: string
  onSearch: (value: string) => void
  placeholder: string
  className?: string | undefined
  /** A button beside the box that searches at once. */
  button?: boolean
}

/** A search box that reports what was typed 500 ms after the last key, at once on Enter. */
export function SearchField({ value, onSearch, placeholder, className, button }: SearchFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const report = (text: string) => {
    if (reported.current === text) return
    reported.current = text
    onSearch(text)
  }
  const reportLatest = useRef(report)
  reportLatest.current = report
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])
  const router = useRouter()
  useEffect(() => {
    const { pathname } = router.latestLocation
    const timer = setTimeout(() => {
      // a person who has chosen a result meanwhile is already leaving the page
      if (router.latestLocation.pathname === pathname) reportLatest.current(typed.trim())
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [typed, router])
  const clear = () => {
    setTyped('')
    report('')
  }
  const box = (
    <TextInput
      type="search"
      role="searchbox"
      className={button ? classes.box! : (className ?? '')}
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && report(typed.trim())}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      rightSection={typed && <CloseButton size="sm" onClick={clear} aria-label={t('common.clear')} />}
    />
  )
  if (!button) return box
  return (
    <search className={`${classes.withButton} ${className ?? ''}`}>
      {box}
      <Button variant="default" onClick={() => report(typed.trim())}>
        {t('common.search')}
      </Button>
    </search>
  )
}
