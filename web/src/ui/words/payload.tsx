import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconCopy } from '../pictures/icons.ts'
import classes from './payload.module.css'

interface PayloadProps {
  title: string
  /** Right of the title: time, size, id. */
  facts?: string
  value: unknown
}

/** A payload as indented JSON with a copy button; text that is no JSON is shown unchanged. */
export function Payload({ title, facts, value }: PayloadProps) {
  const { t } = useTranslation()
  const text = useMemo(
    () => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')),
    [value],
  )
  return (
    <section className={classes.payload}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {facts && <span className={classes.facts}>{facts}</span>}
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t('common.copied') : t('common.copy', { what: title })}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                onClick={copy}
                aria-label={copied ? t('common.copied') : t('common.copy', { what: title })}
              >
                {copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.text} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}
