import { ActionIcon, Menu } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartTable } from '../download/chart-csv.ts'
import { IconTableDown } from '../pictures/icons.ts'
import classes from './chart-frame.module.css'

interface ChartFrameProps {
  title: string
  table: ChartTable
  children: ReactNode
}

/** Around every chart: it can be read as a table, and saved as a picture or as CSV. */
export function ChartFrame({ title, table, children }: ChartFrameProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const [asTable, setAsTable] = useState(false)
  const save = async (kind: 'png' | 'csv' | 'csv_comma') => {
    const { saveCsv, savePicture } = await import('../download/chart-file.ts')
    const drawing = frame.current?.querySelector('svg')
    if (kind !== 'png') saveCsv(title, table, kind === 'csv_comma')
    else if (drawing) await savePicture(title, drawing)
  }
  return (
    <div className={classes.frame} ref={frame}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            className={classes.more!}
            variant="subtle"
            color="gray"
            aria-label={t('files.chart.more', { title })}
            title={t('files.chart.acts')}
          >
            <IconTableDown size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsTable(!asTable)}>
            {asTable ? t('files.chart.asChart') : t('files.chart.asTable')}
          </Menu.Item>
          {!asTable && <Menu.Item onClick={() => void save('png')}>{t('files.chart.png')}</Menu.Item>}
          <Menu.Item onClick={() => void save('csv')}>{t('files.chart.csv')}</Menu.Item>
          <Menu.Item onClick={() => void save('csv_comma')}>{t('files.chart.csv_comma')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asTable ? <Table title={title} {...table} /> : children}
    </div>
  )
}

function Table({ title, head, rows }: ChartTable & { title: string }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={classes.scroller} aria-label={t('files.chart.table', { title })} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join(' ')}>
              {row.map((cell, index) => (
                <td key={head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
